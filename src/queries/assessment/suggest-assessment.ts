import type { AssessmentSuggestions } from '#core/assessment/suggestion.ts'
import { toSample } from '#core/assessment/sample-terms.ts'
import { trainAssessor, type Assessor } from '#core/assessment/suggest-assessment.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { PrivateReader } from '#ports/store/store.ts'

/** Papers that suggestions are learned from: as many more would change little, and cost more than an editor waits for. */
const MOST_SAMPLES = 500

type Reader = Pick<PrivateReader, 'assessments' | 'revision'>
export type SuggestAssessment = (read: Reader, paper: PaperWithText) => Promise<AssessmentSuggestions>

/** Suggests assessments from the accepted papers but the one that is assessed. What a small corpus taught serves until it changes. */
export const assessmentSuggester = (): SuggestAssessment => {
  let kept: { revision: number; assessor: Assessor } | null = null
  return async (read, paper) => {
    const revision = await read.revision()
    const sample = toSample(paper)
    if (kept?.revision === revision && !kept.assessor.knows(paper.id)) return kept.assessor.suggest(paper, sample)
    const { samples, isAll } = await read.assessments.samplesFor(paper, MOST_SAMPLES)
    const assessor = trainAssessor(samples, await read.assessments.listNames())
    if (isAll && (await read.revision()) === revision) kept = { revision, assessor }
    return assessor.suggest(paper, sample)
  }
}

import type { AssessmentSuggestions } from '#core/assessment/suggestion.ts'
import { toSample } from '#core/assessment/vector-space.ts'
import { trainAssessor, type Assessor } from '#core/assessment/suggest-assessment.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { PrivateReader } from '#ports/store/store.ts'

/** Papers to train on: twice as many would change little, and take too long while an editor waits. */
const MAX_SAMPLES = 500

type Reader = Pick<PrivateReader, 'assessments' | 'revision'>
export type SuggestAssessment = (read: Reader, paper: PaperWithText) => Promise<AssessmentSuggestions>

/**
 * Suggests an assessment from the other accepted papers. If all of them were used, the trained assessor is cached until the
 * corpus changes.
 */
export const assessmentSuggester = (): SuggestAssessment => {
  let cached: { revision: number; assessor: Assessor } | null = null
  return async (read, paper) => {
    const revision = await read.revision()
    const sample = toSample(paper)
    if (cached?.revision === revision && !cached.assessor.knows(paper.id)) return cached.assessor.suggest(paper, sample)
    const { samples, isAll } = await read.assessments.samplesFor(paper, MAX_SAMPLES)
    const assessor = trainAssessor(samples, await read.assessments.listNames())
    if (isAll && (await read.revision()) === revision) cached = { revision, assessor }
    return assessor.suggest(paper, sample)
  }
}

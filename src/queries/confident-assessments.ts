import { type ConfidentAssessment, confidentAssessment } from '#core/assessment/confident-fields.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import type { SuggestAssessment } from './suggest-assessment.ts'

/** Where papers that are not yet assessed are looked for. */
export const unassessedScopes = ['public', 'queue'] as const
export type UnassessedScope = (typeof unassessedScopes)[number]

/** What is suggested for a paper with enough confidence; at least one field. */
export type ProposedAssessment = ConfidentAssessment & { id: string; title: string; version: number }

type Reader = Pick<PrivateReader, 'assessments' | 'papers' | 'queue' | 'revision' | 'submissions'>

type Asked = {
  scope: UnassessedScope
  /** The least confidence, in percent. */
  least: number
  /** `next` of the previous page. */
  after: number | null
  /** How many papers are looked at. */
  limit: number
}

const findUnassessed = async (
  read: Reader,
  { scope, after, limit }: Asked,
): Promise<{ ids: string[]; next: number | null }> => {
  const queued = { state: 'pending', submittedBy: null, session: null, maxRisk: null, assessed: false } as const
  const { papers, next } = await (scope === 'public'
    ? read.assessments.listUnassessed(after, limit)
    : read.queue.list(queued, { order: 'age', after, limit }))
  return { ids: papers.map(({ id }) => id), next }
}

/**
 * Suggestions for papers that are not yet assessed, a page at a time. Nothing is stored. `between` runs after each paper, because
 * learning for one may take a tenth of a second.
 */
export const proposeAssessments = async (
  { read, suggest, between }: { read: Reader; suggest: SuggestAssessment; between: () => Promise<void> },
  asked: Asked,
): Promise<{ proposals: ProposedAssessment[]; looked: number; next: number | null }> => {
  const { ids, next } = await findUnassessed(read, asked)
  const proposals: ProposedAssessment[] = []
  for (const id of ids) {
    const paper = (await read.papers.findByIds([id])).get(id)
    const submission = await read.submissions.findWithoutHistory(id)
    if (paper === undefined || submission === null) continue
    const found = confidentAssessment(paper, await suggest(read, paper), asked.least)
    if (Object.keys(found.fields).length > 0)
      proposals.push({ id, title: paper.title, version: submission.version, ...found })
    await between()
  }
  return { proposals, looked: ids.length, next }
}

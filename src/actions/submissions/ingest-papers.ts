import type { ActionContext } from '#actions/run-action.ts'
import { changedFields } from '#core/editorial/assert-version.ts'
import type { Assessment } from '#core/review/checks/assess.ts'
import type { Finding } from '#core/review/checks/finding.ts'
import type { PaperKeys } from '#core/papers/same-work/work-keys.ts'
import type { PaperTerms } from '#core/search/paper-terms.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { NewPaper } from '#ports/store/papers.ts'

/**
 * One line that was read, with its number in the file, and what is known of it beside: keys, findings of the checks in its texts.
 * Only a paper that becomes public needs its terms.
 */
export type NumberedPaper = {
  line: number
  paper: PaperWithText
  keys?: PaperKeys
  terms?: PaperTerms
  findings?: readonly Finding[]
}
export type RefusedLine = { line: number; reason: string }
/** What became of a line. */
export type IngestedLine = { line: number; id: string; outcome: 'stored' | 'unchanged' } | RefusedLine

type IngestPapersInput = {
  batch: readonly NumberedPaper[]
  /** Accepted papers are public at once. */
  state: NewPaper['state']
  actor: string
  /** For pending papers: the name of the ingestion session. */
  session?: string | null
  /** For pending papers: what the checks found in them. */
  assessments?: ReadonlyMap<PaperWithText, Assessment>
}

/** Why a line is refused whose id another paper has. */
export const usedId = (id: string): string => `id: ${id} is used by a paper with other content`

/** Whether two papers say the same in every field. */
export const hasSameContent = (a: PaperWithText, b: PaperWithText): boolean => changedFields(b, a) === null

const isPending = async (tx: ActionContext, id: string): Promise<boolean> =>
  (await tx.submissions.findWithoutHistory(id))?.state === 'pending'

/**
 * Stores a batch of papers for an operator, without a quota. A paper that is stored already with the same content is
 * left as it is, or accepted if it was pending and the batch is to be accepted; a used id with other content is refused.
 * What became of each line, in their order.
 */
export const ingestPapers = async (
  tx: ActionContext,
  { batch, state, actor, session = null, assessments }: IngestPapersInput,
): Promise<IngestedLine[]> => {
  const at = tx.now.toISOString()
  const known = await tx.papers.findByIds(batch.map(({ paper }) => paper.id))
  const added: NewPaper[] = []
  const moved: string[] = []
  const result: IngestedLine[] = []
  for (const { line, paper, keys, terms } of batch) {
    const before = known.get(paper.id)
    if (before === undefined) {
      known.set(paper.id, paper)
      const assessment = assessments?.get(paper)
      const checked = assessment === undefined ? undefined : { assessment, session }
      added.push({ paper, keys, terms, state, submittedBy: null, actor, at, checked })
      result.push({ line, id: paper.id, outcome: 'stored' })
    } else if (!hasSameContent(paper, before)) result.push({ line, reason: usedId(paper.id) })
    else if (state === 'accepted' && (await isPending(tx, paper.id))) {
      await tx.papers.transition(paper.id, { state, note: null, actor, at })
      moved.push(paper.id)
      result.push({ line, id: paper.id, outcome: 'stored' })
    } else result.push({ line, id: paper.id, outcome: 'unchanged' })
  }
  if (added.length > 0) await tx.papers.add(added)
  const accepted = state === 'accepted' ? [...added.map(({ paper }) => paper.id), ...moved] : []
  if (accepted.length > 0)
    await tx.audit.record({ at, actor, act: 'papers.ingest', subject: 'papers', before: null, after: { accepted } })
  return result
}

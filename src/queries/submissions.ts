import type { ReviewStep, DuplicateCandidate, SubmissionState } from '#core/review/submission.ts'
import type { PendingDecision } from '#core/review/undo.ts'
import type { QueuedPaper, Recommendation } from '#core/review/queue.ts'
import { withCarriedFindings, type CheckReport } from '#core/review/checks.ts'
import { Failure } from '#core/failure.ts'
import { paperDiff, type FieldChange } from '#core/papers/paper-diff.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import { checkPaper } from './check-paper.ts'
import type { IngestionReader } from '#ports/store/imports.ts'
import type { KeyRecord } from '#core/access/api-key.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'

/** Everything that editors see of a submission. */
export type SubmissionDetails = {
  queued: QueuedPaper
  paper: PaperWithText
  /** Against the current corpus; `queued` has what was found when the paper was submitted. */
  checkReport: CheckReport
  /** Differences from the previous version, if any. */
  changes: FieldChange[]
  recommendations: Recommendation[]
  history: ReviewStep[]
  decision: PendingDecision | null
}

const changesTo = async (
  { versions }: Pick<PrivateReader, 'versions'>,
  paper: PaperWithText,
  version: number,
): Promise<FieldChange[]> => {
  const before = version === 1 ? null : await versions.find(paper.id, version - 1)
  return before === null ? [] : paperDiff(before.paper, paper)
}

type ReviewReader = Pick<
  PrivateReader,
  'queue' | 'papers' | 'submissions' | 'versions' | 'recommendations' | 'decisions'
>

/** A submission as an editor sees it, of any state. Throws `not_found`. */
export const getSubmissionDetails = async (
  read: ReviewReader,
  { id, now }: { id: string; now: Date },
): Promise<SubmissionDetails> => {
  const queued = await read.queue.find(id)
  const paper = (await read.papers.findByIds([id])).get(id)
  const submission = await read.submissions.find(id)
  if (queued === null || paper === undefined || submission === null)
    throw new Failure('not_found', `There is no paper ${id}.`)
  return {
    queued,
    paper,
    checkReport: withCarriedFindings(await checkPaper(read.papers, { paper, now }), queued.checkReport),
    changes: await changesTo(read, paper, submission.version),
    recommendations: await read.recommendations.list(id),
    history: submission.history,
    decision: await read.decisions.find(id),
  }
}

/** Papers that are checked at a time: SQLite visits each of them, and reads it from disk the first time. */
const LOOKED_AT = 4_000

/** How many papers of an ingestion session await a decision. `between` runs after every few thousand papers. */
export const countPendingPapers = async (
  ingestion: Pick<IngestionReader, 'countPending'>,
  id: string,
  between: () => Promise<void>,
): Promise<number> => {
  let sum = 0
  for (let after = 0; ;) {
    const { count, next } = await ingestion.countPending(id, after, LOOKED_AT)
    sum += count
    if (next === null) return sum
    after = next
    await between()
  }
}

const publicOnce: ReadonlySet<SubmissionState> = new Set(['accepted', 'retracted', 'merged'])

/**
 * The result of submitting a paper, without storing or counting it. Throws `duplicate_id`, except for an unpublished paper of
 * another key: dry runs are free, and must not reveal which ids are used.
 */
export const dryRunSubmission = async (
  { submissions, papers }: Pick<PrivateReader, 'submissions' | 'papers'>,
  { paper, key }: { paper: PaperWithText; key: KeyRecord },
): Promise<{ duplicates: DuplicateCandidate[] }> => {
  const used = await submissions.findWithoutHistory(paper.id)
  if (used !== null && (used.submittedBy === key.id || publicOnce.has(used.state)))
    throw new Failure('duplicate_id', `The id ${paper.id} was used before; choose another one.`)
  return { duplicates: await papers.visibleDuplicates(withIdentifiers(paper), key.id) }
}

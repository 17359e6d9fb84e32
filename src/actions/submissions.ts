import { wordsOf } from '#core/papers/library-words.ts'
import type { ActionContext } from './run-action.ts'
import { isHeld } from '#core/assessment/assessment-rule.ts'
import type { KeyRecord } from '#core/access/api-key.ts'
import type { CheckReport } from '#core/review/checks.ts'
import { quotaExceeded, Failure } from '#core/failure.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { submissionBucket, submitPolicy, type QuotaState, WAITING_BYTES } from '#core/quota.ts'
import { type DuplicateCandidate, nextState, ownSubmission } from '#core/review/submission.ts'
import { changedFields } from '#core/editorial/version.ts'
import type { PaperTerms } from '#core/search/ranking/terms.ts'
import type { NewPaper } from '#ports/store/papers.ts'
import { loadStarterSettings } from '#actions/editorial/settings.ts'
import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'

export type SubmittedPaper = { duplicates: DuplicateCandidate[]; quota: QuotaState }

/** `bytes` is the size of the body that the paper came in. */
type SubmitInput = { paper: PaperWithText; bytes: number; key: KeyRecord; checkReport: CheckReport }

/** Room comes when an editor decides, so there is no better time than later. */
const WAIT_FOR_ROOM_SECONDS = 3_600

/** Throws `quota_exceeded` if the waiting papers of a key would have too many bytes with this one. */
const assertRoom = async (tx: ActionContext, { paper, bytes, key }: SubmitInput): Promise<void> => {
  const waiting = await tx.submissions.waitingBytes(key.id, paper.id)
  if (waiting + bytes <= WAITING_BYTES) return
  throw new Failure(
    'quota_exceeded',
    `The waiting papers of this key may have ${WAITING_BYTES} bytes together, and have ${waiting}; withdraw some, wait for decisions, or ask the operator for an ingestion session.`,
    { retryAfter: WAIT_FOR_ROOM_SECONDS, quota: await tx.quota.peek(submissionBucket(key), submitPolicy, tx.now) },
  )
}

/**
 * Stores a paper for review; returns possible duplicates. Refuses with `quota_exceeded`; throws `duplicate_id` for an id that
 * was ever used.
 */
export const submitPaper = async (tx: ActionContext, input: SubmitInput): Promise<SubmittedPaper | Failure> => {
  const { paper, bytes, key, checkReport } = input
  await assertRoom(tx, input)
  const quota = await tx.quota.consume(submissionBucket(key), submitPolicy, tx.now)
  if (!quota.allowed) return quotaExceeded(quota)
  // The checks have compared the paper with everything that editors see. The answer names only what its sender may see, and what
  // was sent at the same time.
  const duplicates = await tx.papers.visibleDuplicates(withIdentifiers(paper), key.id)
  await tx.papers.add([
    {
      paper,
      state: 'pending',
      submittedBy: key.id,
      bytes,
      actor: `key:${key.id}`,
      at: tx.now.toISOString(),
      checked: { checkReport, session: null },
    },
  ])
  return { duplicates, quota }
}

/**
 * Puts a revised paper back into review with its new findings; the previous version is kept. Throws `not_found` for any other
 * key, `wrong_state` unless changes were requested, and `quota_exceeded`.
 */
export const resubmitPaper = async (tx: ActionContext, input: SubmitInput): Promise<void> => {
  const { paper, bytes, key, checkReport } = input
  const { id } = paper
  const submission = ownSubmission(await tx.submissions.findWithoutHistory(id), { id, key })
  const state = nextState(submission.state, 'resubmit')
  await assertRoom(tx, input)
  const by = { actor: `key:${key.id}`, at: tx.now.toISOString() }
  await tx.papers.revise(id, by, () => paper)
  await tx.queue.saveCheckReport(id, checkReport)
  await tx.papers.transition(id, { state, note: null, bytes, ...by })
}

/** Withdraws a submission. Throws `not_found` for any other key, and `wrong_state` once it was decided on. */
export const withdrawSubmission = async (
  tx: ActionContext,
  { id, key }: { id: string; key: KeyRecord },
): Promise<void> => {
  const submission = ownSubmission(await tx.submissions.findWithoutHistory(id), { id, key })
  const state = nextState(submission.state, 'withdraw')
  await tx.papers.transition(id, { state, note: null, actor: `key:${key.id}`, at: tx.now.toISOString() })
}

/**
 * A paper that was read from a line of a file, or of a `file` in an archive. The terms of one that becomes public may be found before the transaction, which
 * then blocks other writers for less time.
 */
export type NumberedPaper = { line: number; file?: string; paper: PaperWithText; terms?: PaperTerms }

/** The outcome for a line. A held paper was to be public, and waits in review for an assessment or another chapter. */
export type IngestedLine = { id: string; outcome: 'stored' | 'unchanged'; isHeld: boolean } | { reason: string }

type IngestPapersInput = {
  batch: readonly NumberedPaper[]
  /** Accepted papers are public at once, unless they have to be assessed first. */
  state: NewPaper['state']
  actor: string
  /** For pending papers: the name of the ingestion session. */
  session?: string | null
  /** For papers that wait for review: the results of the checks. */
  checkReports?: ReadonlyMap<PaperWithText, CheckReport>
}

/** The reason for refusing a line whose id is used by another paper. */
export const usedId = (id: string): string => `id: ${id} is used by a paper with different content`

/** Whether two papers are equal in every field. */
export const hasSameContent = (a: PaperWithText, b: PaperWithText): boolean => changedFields(b, a) === null

const isPending = async (tx: ActionContext, id: string): Promise<boolean> =>
  (await tx.submissions.findWithoutHistory(id))?.state === 'pending'

/**
 * Stores a batch of papers for an operator, without a quota. A paper that is already stored with the same content stays as it
 * is, or is accepted if it was pending and the batch is to be accepted; one that has to be assessed first waits in review. A used id with different content is refused. Returns
 * the outcome of each line, in order.
 */
export const ingestPapers = async (
  tx: ActionContext,
  { batch, state, actor, session = null, checkReports }: IngestPapersInput,
): Promise<IngestedLine[]> => {
  const at = tx.now.toISOString()
  const words = wordsOf((await tx.settings.get()).stored)
  const by = { rule: tx.requireAssessment, actor, chapters: await tx.chapters.names(), words }
  const known = await tx.papers.findByIds(batch.map(({ paper }) => paper.id))
  const added: NewPaper[] = []
  const moved: string[] = []
  const result: IngestedLine[] = []
  for (const { paper, terms } of batch) {
    const before = known.get(paper.id)
    const holds = state === 'accepted' && isHeld(by, paper)
    if (before === undefined) {
      known.set(paper.id, paper)
      const checkReport = checkReports?.get(paper)
      const checked = checkReport === undefined ? undefined : { checkReport, session }
      const placed = holds ? { state: 'pending' as const } : { state, terms }
      added.push({ paper, ...placed, submittedBy: null, actor, at, checked })
      result.push({ id: paper.id, outcome: 'stored', isHeld: holds })
    } else if (!hasSameContent(paper, before)) result.push({ reason: usedId(paper.id) })
    else if (state === 'accepted' && !holds && (await isPending(tx, paper.id))) {
      await tx.papers.transition(paper.id, { state, note: null, actor, at })
      moved.push(paper.id)
      result.push({ id: paper.id, outcome: 'stored', isHeld: false })
    } else result.push({ id: paper.id, outcome: 'unchanged', isHeld: false })
  }
  if (added.length > 0) await tx.papers.add(added)
  const accepted = [...added.filter((one) => one.state === 'accepted').map(({ paper }) => paper.id), ...moved]
  if (accepted.length > 0)
    await tx.audit.record({ at, actor, act: 'papers.ingest', subject: 'papers', before: null, after: { accepted } })
  return result
}

/** Fills an empty corpus, all or nothing; false if it already has papers. */
export const seedCorpus = async (
  tx: ActionContext,
  { papers, chapters, concepts, gaps, briefs, settings }: StarterCorpus,
): Promise<boolean> => {
  if (!(await tx.papers.isEmpty())) return false
  const at = tx.now.toISOString()
  await tx.chapters.define(chapters, at)
  const inOrder = papers.toSorted((a, b) => (a.acceptedAt < b.acceptedAt ? -1 : a.acceptedAt > b.acceptedAt ? 1 : 0))
  await tx.papers.add(
    inOrder.map(({ paper, acceptedAt }) => ({
      paper,
      state: 'accepted' as const,
      submittedBy: null,
      actor: 'starter',
      at: acceptedAt,
    })),
  )
  for (const { name, definition } of concepts) await tx.concepts.define(name, definition)
  for (const gap of gaps) await tx.gaps.put(gap, at)
  for (const brief of briefs) await tx.briefs.publish(brief)
  await loadStarterSettings(tx, settings)
  const after = { papers: papers.length, concepts: concepts.length, gaps: gaps.length, briefs: briefs.length }
  await tx.audit.record({ at, actor: 'starter', act: 'corpus.seed', subject: 'corpus', before: null, after })
  return true
}

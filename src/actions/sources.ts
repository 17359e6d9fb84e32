import { calendarDay } from '#core/calendar-day.ts'
import { Failure } from '#core/failure.ts'
import {
  type WatchedSource,
  type SourceDefinition,
  leaseEnd,
  type SourcePosition,
  roomToday,
  type Refusal,
  type RunCounts,
} from '#core/sources/watched-source.ts'
import type { SourceLease, RunEnd } from '#ports/store/sources.ts'
import type { ActionContext } from './run-action.ts'
import { candidatesOf, importRecords } from './imports.ts'
import { type CheckedNotice, proposeAboutOthers, proposeDeletions, takeNotices } from './notices.ts'
import { enrichment, type SourceRecord } from '#core/imports/imported-record.ts'
import { bestVisibleMatch } from '#core/imports/found-work.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import { sameWork } from '#core/papers/same-work/same-work.ts'
import { listedKeys, recordKey, type PaperCandidate, type TakenRecord } from '#core/sources/candidate.ts'

type WatchSourceInput = {
  source: SourceDefinition
  /** The first day to request records from; null: all records. */
  from: string | null
  actor: string
}

const isSameRequest = (one: SourceDefinition, other: SourceDefinition): boolean =>
  one.kind === other.kind &&
  one.address === other.address &&
  one.query === other.query &&
  one.metadataPrefix === other.metadataPrefix

/** Adds a source, which is read at once. Throws `duplicate_id` if the same one exists already. */
export const watchSource = async (
  tx: ActionContext,
  { source, from, actor }: WatchSourceInput,
): Promise<WatchedSource> => {
  const known = (await tx.sources.list()).find((other) => isSameRequest(source, other))
  if (known !== undefined)
    throw new Failure('duplicate_id', `The source ${known.id} (${known.name}) already requests the same papers.`)
  const at = tx.now.toISOString()
  const id = await tx.sources.add(source, { from, actor, at })
  await tx.audit.record({ at, actor, act: 'source.add', subject: String(id), before: null, after: { ...source, from } })
  return tx.sources.get(id)
}

export const sourceChanges = ['pause', 'resume', 'remove'] as const
export type SourceChange = (typeof sourceChanges)[number]

/**
 * Pauses, resumes or removes a source. A process that is reading it stops before it stores the next record; what was read
 * stays. Throws `not_found`, and `wrong_state` if nothing would change.
 */
export const changeSource = async (
  tx: ActionContext,
  { id, change, actor }: { id: number; change: SourceChange; actor: string },
): Promise<void> => {
  const { state, name, nextRunAt } = await tx.sources.get(id)
  if (change === 'pause' && state === 'paused') throw new Failure('wrong_state', `The source ${id} is already paused.`)
  if (change === 'resume' && state === 'active') throw new Failure('wrong_state', `The source ${id} is not paused.`)
  const at = tx.now.toISOString()
  if (change === 'remove') await tx.sources.remove(id)
  else await tx.sources.setState(id, change === 'pause' ? 'paused' : 'active', change === 'resume' ? at : nextRunAt)
  const before = { name, state }
  await tx.audit.record({ at, actor, act: `source.${change}`, subject: String(id), before, after: null })
}

/** Begins a run of an active source; false if another process is reading it, or it is paused or removed. */
export const beginSourceRun = (tx: ActionContext, lease: SourceLease): Promise<boolean> =>
  tx.sources.beginRun(lease, tx.now.toISOString(), leaseEnd(tx.now))

/** Renews the reader's lease of a source; false if it was taken over, paused or removed. */
export const renewSourceLease = (tx: ActionContext, lease: SourceLease): Promise<boolean> =>
  tx.sources.renew(lease, leaseEnd(tx.now))

type TakeRecordsInput = {
  lease: SourceLease
  records: readonly TakenRecord[]
  /** With the last records of a page: the new position in the source, and the counts and refusals of the page. */
  page: {
    position: SourcePosition
    counts: Partial<RunCounts>
    refusals: readonly Refusal[]
    /** Records that the source says it deleted. */
    deleted: readonly SourceRecord[]
  } | null
}

/** `lost`: another process has the lease, and nothing was stored. `full`: the daily cap is reached, with records left over. */
export type TakenState = 'taken' | 'full' | 'lost'

/** Adds a record to a stored paper, by the rules of imports. */
const enrichPaper = async (tx: ActionContext, taken: TakenRecord, actor: string): Promise<void> => {
  const record = { ...taken, position: taken.source.position }
  await importRecords(tx, { batch: [record], state: 'pending', actor, session: null, onlyOf: null })
}

const findSameCandidate = async (
  { candidates }: ActionContext,
  { paper }: TakenRecord,
): Promise<PaperCandidate | null> => {
  const work = withIdentifiers(paper)
  const alike = await candidates.findSimilar(work)
  const isSame = (other: PaperCandidate): boolean =>
    other.paper === null
      ? (work.doi !== null && other.doi === work.doi) || (work.arxivId !== null && other.arxivId === work.arxivId)
      : sameWork(withIdentifiers(other.paper), work) !== null
  const same = alike.find(isSame)
  if (same !== undefined) return same
  const pages = listedKeys({ ...work, doi: null, arxivId: null })
  return (await candidates.findListed(pages))[0] ?? null
}

/** Adds another record of a candidate, which fills empty fields; a decision on it stays. */
const addSighting = async (
  tx: ActionContext,
  {
    candidate,
    record,
    isNewer,
    actor,
  }: { candidate: PaperCandidate; record: TakenRecord; isNewer: boolean; actor: string },
): Promise<void> => {
  if (candidate.state === 'kept') await enrichPaper(tx, record, actor)
  if (candidate.state !== 'open') return
  const { paper } = candidate
  const enriched = paper === null || isNewer ? record.paper : { ...paper, ...enrichment(paper, record.paper) }
  await tx.candidates.setPaper(candidate.id, enriched)
}

/** Stores one record; null if it would be a new candidate and the daily cap is reached. */
const takeRecord = async (
  tx: ActionContext,
  record: TakenRecord,
  { id, actor, hasRoom }: { id: number; actor: string; hasRoom: boolean },
): Promise<'added' | 'known' | null> => {
  const kept = { sourceId: id, recordId: recordKey(record.source), source: record.source }
  const before = await tx.candidates.findRecord(id, kept.recordId)
  if (before?.digest === record.source.digest) return 'known'
  if (before !== null) {
    const candidate = await tx.candidates.find(before.candidateId)
    if (candidate !== null) await addSighting(tx, { candidate, record, isNewer: true, actor })
    await tx.candidates.replaceRecord(before.candidateId, kept)
    return 'known'
  }
  if (bestVisibleMatch(await candidatesOf(tx, record), null) !== null) {
    await enrichPaper(tx, record, actor)
    return 'known'
  }
  if (await proposeAboutOthers(tx, record)) return 'known'
  const same = await findSameCandidate(tx, record)
  if (same !== null) {
    await tx.candidates.addRecord(same.id, kept)
    await addSighting(tx, { candidate: same, record, isNewer: false, actor })
    return 'known'
  }
  if (!hasRoom) return null
  const { paper } = record
  const added = await tx.candidates.add({ paper, doi: null, arxivId: null, listed: null, at: tx.now.toISOString() })
  await tx.candidates.addRecord(added, kept)
  return 'added'
}

/**
 * Stores records of a source as candidates, each work once. The position of the source is stored in the same transaction as the
 * last of them, so that a killed process has done both or neither.
 */
export const takeRecords = async (
  tx: ActionContext,
  { lease, records, page }: TakeRecordsInput,
): Promise<TakenState> => {
  if (!(await tx.sources.holds(lease))) return 'lost'
  const { id } = lease
  const source = await tx.sources.get(id)
  const actor = `source:${id}`
  const room = roomToday(source, tx.now)
  const counts = { read: 0, added: 0, known: 0 }
  let state: TakenState = 'taken'
  for (const record of records) {
    const outcome = await takeRecord(tx, record, { id, actor, hasRoom: counts.added < room })
    if (outcome === null) {
      state = 'full'
      break
    }
    counts[outcome] += 1
    counts.read += 1
  }
  await tx.sources.addCounts(id, counts)
  if (counts.added > 0) await tx.sources.setTaken(id, calendarDay(tx.now), source.dailyCap - room + counts.added)
  if (state === 'taken' && page !== null) {
    await tx.sources.savePosition(id, page.position)
    await tx.sources.addCounts(id, page.counts)
    await proposeDeletions(tx, page.deleted)
    if (page.refusals.length > 0) await tx.sources.addRefusals(id, page.refusals)
  }
  return state
}

/**
 * Tells editors what notices of a source say about papers of the library; `lost` if another process has the lease. With the last
 * notices of a piece, `page` has the new position and the counts and refusals of the piece.
 */
export const takeSourceNotices = async (
  tx: ActionContext,
  {
    lease,
    notices,
    page,
  }: {
    lease: SourceLease
    notices: readonly CheckedNotice[]
    page: { position: SourcePosition; counts: Partial<RunCounts>; refusals: readonly Refusal[] } | null
  },
): Promise<'taken' | 'lost'> => {
  if (!(await tx.sources.holds(lease))) return 'lost'
  const { id } = lease
  const told = (await takeNotices(tx, { notices, onlyOf: null })).filter((papers) => papers.length > 0)
  const added = told.filter((papers) => papers.some(({ isNew }) => isNew)).length
  await tx.sources.addCounts(id, { added, known: told.length - added })
  if (page !== null) {
    await tx.sources.savePosition(id, page.position)
    await tx.sources.addCounts(id, page.counts)
    if (page.refusals.length > 0) await tx.sources.addRefusals(id, page.refusals)
  }
  return 'taken'
}

/** Ends a run: records its outcome and where the next one continues. */
export const endSourceRun = async (
  tx: ActionContext,
  { lease, end }: { lease: SourceLease; end: Omit<RunEnd, 'at'> },
): Promise<void> => {
  await tx.sources.endRun(lease, { ...end, at: tx.now.toISOString() })
}

import { findSameWork } from '#actions/imports/find-same-work.ts'
import { importRecords } from '#actions/imports/import-records.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { enrichment } from '#core/imports/enrich-paper.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import { sameWork } from '#core/papers/same-work/same-work.ts'
import { recordKey, type PaperCandidate, type TakenRecord } from '#core/sources/paper-candidate.ts'
import type { SourcePosition } from '#core/sources/source-position.ts'
import { dayOf, roomToday, type Refusal, type RunCounts } from '#core/sources/watched-source.ts'
import type { SourceLease } from '#ports/store/sources.ts'
import { getSource } from './get-source.ts'

type TakeRecordsInput = {
  lease: SourceLease
  records: readonly TakenRecord[]
  /** With the last records of a page: how far the source was read by then, and what the page was. */
  page: { position: SourcePosition; counts: Partial<RunCounts>; refusals: readonly Refusal[] } | null
}

/** `lost`: the source is in other hands, nothing was stored. `full`: the day's cap is reached, and something is left. */
export type TakenState = 'taken' | 'full' | 'lost'

/** A record of a paper that is stored: it fills or proposes by the rules of imports. */
const enrichPaper = async (tx: ActionContext, { paper, source }: TakenRecord, actor: string): Promise<void> => {
  const record = { position: source.position, paper, source, isNumbered: false, assessment: null }
  await importRecords(tx, { batch: [record], state: 'pending', actor, session: null, onlyOf: null })
}

const findSameCandidate = async (
  { candidates }: ActionContext,
  { paper }: TakenRecord,
): Promise<PaperCandidate | null> => {
  const work = withIdentifiers(paper)
  const alike = await candidates.alike(work)
  const isSame = (other: PaperCandidate): boolean =>
    other.paper === null
      ? (work.doi !== null && other.doi === work.doi) || (work.arxivId !== null && other.arxivId === work.arxivId)
      : sameWork(withIdentifiers(other.paper), work) !== null
  return alike.find(isSame) ?? null
}

/** Another sighting of a candidate: fields that are empty are filled; what was decided on stays decided. */
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

/** What becomes of one record; null where it would be a candidate and there is no room. */
const takeOne = async (
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
  if ((await findSameWork(tx.imports, record.paper, null)) !== null) {
    await enrichPaper(tx, record, actor)
    return 'known'
  }
  const same = await findSameCandidate(tx, record)
  if (same !== null) {
    await tx.candidates.addRecord(same.id, kept)
    await addSighting(tx, { candidate: same, record, isNewer: false, actor })
    return 'known'
  }
  if (!hasRoom) return null
  const { paper } = record
  const added = await tx.candidates.add({ paper, doi: null, arxivId: null, at: tx.now.toISOString() })
  await tx.candidates.addRecord(added, kept)
  return 'added'
}

/**
 * Stores records of a source as candidates: each work once, whatever it came by before. The position of the source is
 * stored with the last of them, so that a process that is killed has either done both or neither.
 */
export const takeRecords = async (
  tx: ActionContext,
  { lease, records, page }: TakeRecordsInput,
): Promise<TakenState> => {
  if (!(await tx.sources.holds(lease))) return 'lost'
  const { id } = lease
  const source = await getSource(tx, id)
  const actor = `source:${id}`
  const room = roomToday(source, tx.now)
  const counts = { read: 0, added: 0, known: 0 }
  let state: TakenState = 'taken'
  for (const record of records) {
    const outcome = await takeOne(tx, record, { id, actor, hasRoom: counts.added < room })
    if (outcome === null) {
      state = 'full'
      break
    }
    counts[outcome] += 1
    counts.read += 1
  }
  await tx.sources.addCounts(id, counts)
  if (counts.added > 0) await tx.sources.setTaken(id, dayOf(tx.now), source.dailyCap - room + counts.added)
  if (state === 'taken' && page !== null) {
    await tx.sources.savePosition(id, page.position)
    await tx.sources.addCounts(id, page.counts)
    if (page.refusals.length > 0) await tx.sources.addRefusals(id, page.refusals)
  }
  return state
}

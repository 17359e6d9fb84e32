import { Failure } from '#core/failure.ts'
import type { CandidateState, ListedWork, PaperCandidate } from '#core/sources/candidate.ts'
import type { CandidateReader } from '#ports/store/sources.ts'
import { maySee } from '#core/imports/found-work.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'
import type { ImportReader, KnownWork } from '#ports/store/imports.ts'
import type { ActionContext } from './run-action.ts'
import type { SourceRecord } from '#core/imports/imported-record.ts'
import { importRecords, type CheckedRecord } from './imports.ts'
import type { RankedText } from '#core/sources/rank-candidates.ts'

/** A candidate in this state. Throws `not_found`, and `wrong_state` for one in another state. */
const getCandidate = async (
  { candidates }: { candidates: Pick<CandidateReader, 'find'> },
  id: number,
  state: CandidateState,
): Promise<PaperCandidate> => {
  const candidate = await candidates.find(id)
  if (candidate === null) throw new Failure('not_found', `There is no candidate ${id}.`)
  if (candidate.state !== state) throw new Failure('wrong_state', `The candidate ${id} is ${candidate.state} already.`)
  return candidate
}

/** What an identifier stands for: a paper that the caller may see, a candidate or a paper that they may not, or nothing. */
export type KnownIdentifier = { paperId: string } | 'known' | 'new'

/** Where identifiers are looked up: the store, or a transaction. */
export type IdentifierReader = {
  imports: Pick<ImportReader, 'workCandidates' | 'atAddress'>
  candidates: Pick<CandidateReader, 'findRecord' | 'findByIdentifiers'>
}

type ListedCandidate = { key: string; identifiers: Identifiers; listed: ListedWork | null; source: SourceRecord }

/** Papers of any state that have an identifier, or the address of a work without one. */
const findPapers = async (
  { imports }: IdentifierReader,
  { identifiers, listed }: Pick<ListedCandidate, 'identifiers' | 'listed'>,
): Promise<KnownWork[]> => {
  const url = listed?.url ?? null
  if (url !== null) return imports.atAddress(url)
  const found = await imports.workCandidates({ title: '', authors: [], year: 0, ...identifiers })
  return found.filter(({ match }) => match === 'doi' || match === 'arxiv')
}

/** Looks up an identifier; for `onlyOf` see `mayKnow`. */
export const findIdentifier = async (
  reader: IdentifierReader,
  { key, identifiers, listed }: Omit<ListedCandidate, 'source'>,
  onlyOf: string | null,
): Promise<KnownIdentifier> => {
  const papers = await findPapers(reader, { identifiers, listed })
  const known = papers.find((paper) => maySee(paper, onlyOf))
  if (known !== undefined) return { paperId: known.paper.id }
  const { candidates } = reader
  const isKnown =
    papers.length > 0 ||
    (await candidates.findRecord(null, key)) !== null ||
    (await candidates.findByIdentifiers(identifiers)).length > 0
  return isKnown ? 'known' : 'new'
}

/** Adds identifiers and links as candidates without a record, each work once; returns what each stood for before. */
export const addListedCandidates = async (
  tx: ActionContext,
  { listed, onlyOf }: { listed: readonly ListedCandidate[]; onlyOf: string | null },
): Promise<KnownIdentifier[]> => {
  const at = tx.now.toISOString()
  const known: KnownIdentifier[] = []
  for (const { key, identifiers, listed: work, source } of listed) {
    const before = await findIdentifier(tx, { key, identifiers, listed: work }, onlyOf)
    known.push(before)
    if (before === 'known') await tx.candidates.shareRecord(key, source.ingestSession ?? null)
    if (before !== 'new') continue
    const id = await tx.candidates.add({ paper: null, ...identifiers, listed: work, at })
    await tx.candidates.addRecord(id, { sourceId: null, recordId: key, source })
  }
  return known
}

/**
 * Turns a candidate into a submission that awaits review, with all its records; returns the id of the paper. Throws
 * `not_found`, and `wrong_state` for one that was already decided on.
 */
export const keepCandidate = async (
  tx: ActionContext,
  { id, record, actor }: { id: number; record: CheckedRecord; actor: string },
): Promise<string> => {
  await getCandidate(tx, id, 'open')
  const [imported] = await importRecords(tx, { batch: [record], state: 'pending', actor, session: null, onlyOf: null })
  const paperId = imported?.id ?? record.paper.id
  const others = (await tx.candidates.listRecords(id)).filter(({ source }) => source.digest !== record.source.digest)
  const known = await tx.imports.findByDigests(others.map(({ source }) => source.digest))
  const fresh = new Map(others.map(({ source }) => [source.digest, source]))
  for (const [digest, source] of fresh) if (!known.has(digest)) await tx.imports.addSource(paperId, source)
  const at = tx.now.toISOString()
  await tx.candidates.decide(id, { state: 'kept', actor, at, paperId })
  await tx.audit.record({ at, actor, act: 'candidate.keep', subject: String(id), before: null, after: { paperId } })
  return paperId
}

type ImportedCandidate = { identifiers: Identifiers; paperId: string }

/** Removes candidates from the inbox that have become papers in another way. */
export const keepImportedCandidates = async (
  tx: ActionContext,
  { imported, actor }: { imported: readonly ImportedCandidate[]; actor: string },
): Promise<void> => {
  const at = tx.now.toISOString()
  for (const { identifiers, paperId } of imported)
    for (const { id, state } of await tx.candidates.findByIdentifiers(identifiers))
      if (state === 'open') await tx.candidates.decide(id, { state: 'kept', actor, at, paperId })
}

/** Dismisses a candidate for good: the same work is never shown again, from any source. Throws like `keepCandidate`. */
export const dismissCandidate = async (
  tx: ActionContext,
  { id, actor }: { id: number; actor: string },
): Promise<void> => {
  const { paper } = await getCandidate(tx, id, 'open')
  const at = tx.now.toISOString()
  await tx.candidates.decide(id, { state: 'dismissed', actor, at, paperId: null })
  const before = { title: paper?.title ?? null }
  await tx.audit.record({ at, actor, act: 'candidate.dismiss', subject: String(id), before, after: null })
}

/** Undoes a dismissal. Throws like `keepCandidate`. */
export const reopenCandidate = async (
  tx: ActionContext,
  { id, actor }: { id: number; actor: string },
): Promise<void> => {
  await getCandidate(tx, id, 'dismissed')
  const at = tx.now.toISOString()
  await tx.candidates.decide(id, { state: 'open', actor, at, paperId: null })
  await tx.audit.record({ at, actor, act: 'candidate.reopen', subject: String(id), before: null, after: null })
}

/** Candidates in one transaction: few enough not to hold up other writers. */
export const CANDIDATE_STEP = 20

type DecideEach = { ids: readonly number[]; actor: string }

/** Decides on each as on a single one; returns those that could be decided on. */
const decideEach = async (
  tx: ActionContext,
  { ids, actor }: DecideEach,
  decide: typeof dismissCandidate,
): Promise<number[]> => {
  const done: number[] = []
  for (const id of ids)
    try {
      await decide(tx, { id, actor })
      done.push(id)
    } catch (error) {
      if (!(error instanceof Failure) || !['not_found', 'wrong_state'].includes(error.code)) throw error
    }
  return done
}

/** Dismisses candidates; returns those that were open. */
export const dismissCandidates = (tx: ActionContext, given: DecideEach): Promise<number[]> =>
  decideEach(tx, given, dismissCandidate)

/** Undoes dismissals; returns the candidates that were dismissed. */
export const reopenCandidates = (tx: ActionContext, given: DecideEach): Promise<number[]> =>
  decideEach(tx, given, reopenCandidate)

/** Stores the ranks of candidates. */
export const storeRanks = (tx: ActionContext, ranks: readonly ({ id: number } & RankedText)[]): Promise<void> =>
  tx.candidates.setRanks(ranks)

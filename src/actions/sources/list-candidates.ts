import type { ActionContext } from '#actions/run-action.ts'
import { mayKnow } from '#actions/imports/find-same-work.ts'
import type { SourceRecord } from '#core/imports/source-record.ts'
import { identifiersOf, type Identifiers } from '#core/papers/identifiers.ts'
import type { ImportReader, WorkCandidate } from '#ports/store/imports.ts'
import type { CandidateReader } from '#ports/store/sources.ts'

type ListedCandidate = { key: string; identifiers: Identifiers; source: SourceRecord }

/** What there is of an identifier: a paper that the asker may know of, a candidate or another paper, or nothing. */
export type KnownIdentifier = { paperId: string } | 'known' | 'new'

/** What an identifier is looked up in: the store, or a transaction. */
export type IdentifierReader = {
  imports: Pick<ImportReader, 'workCandidates'>
  candidates: Pick<CandidateReader, 'findRecord' | 'named'>
}

const shares = (one: Identifiers, other: Identifiers): boolean =>
  (one.doi !== null && one.doi === other.doi) || (one.arxivId !== null && one.arxivId === other.arxivId)

/** Papers of any state that have an identifier. */
const findPapers = async ({ imports }: IdentifierReader, identifiers: Identifiers): Promise<WorkCandidate[]> => {
  const found = await imports.workCandidates({ title: '', authors: [], year: 0, ...identifiers })
  return found.filter(({ paper }) => shares(identifiersOf(paper), identifiers))
}

/** Looks an identifier up; `onlyOf` as `mayKnow` has it. */
export const findIdentifier = async (
  reader: IdentifierReader,
  { key, identifiers }: Pick<ListedCandidate, 'key' | 'identifiers'>,
  onlyOf: string | null,
): Promise<KnownIdentifier> => {
  const papers = await findPapers(reader, identifiers)
  const told = papers.find((paper) => mayKnow(paper, onlyOf))
  if (told !== undefined) return { paperId: told.paper.id }
  const { candidates } = reader
  const isKnown =
    papers.length > 0 ||
    (await candidates.findRecord(null, key)) !== null ||
    (await candidates.named(identifiers)).length > 0
  return isKnown ? 'known' : 'new'
}

/** Stores identifiers as candidates without title, each work once; what there was of each before. */
export const listCandidates = async (
  tx: ActionContext,
  { listed, onlyOf }: { listed: readonly ListedCandidate[]; onlyOf: string | null },
): Promise<KnownIdentifier[]> => {
  const at = tx.now.toISOString()
  const known: KnownIdentifier[] = []
  for (const { key, identifiers, source } of listed) {
    const before = await findIdentifier(tx, { key, identifiers }, onlyOf)
    known.push(before)
    if (before === 'known') await tx.candidates.shareRecord(key, source.ingestSession ?? null)
    if (before !== 'new') continue
    const id = await tx.candidates.add({ paper: null, ...identifiers, at })
    await tx.candidates.addRecord(id, { sourceId: null, recordId: key, source })
  }
  return known
}

type SettledCandidate = { identifiers: Identifiers; paperId: string }

/** Takes candidates out of the inbox that have become papers by another way. */
export const settleCandidates = async (
  tx: ActionContext,
  { settled, actor }: { settled: readonly SettledCandidate[]; actor: string },
): Promise<void> => {
  const at = tx.now.toISOString()
  for (const { identifiers, paperId } of settled)
    for (const { id, state } of await tx.candidates.named(identifiers))
      if (state === 'open') await tx.candidates.decide(id, { state: 'kept', actor, at, paperId })
}

import { mayKnow } from '#actions/imports/find-same-work.ts'
import { identifiersOf, type Identifiers } from '#core/papers/identifiers.ts'
import type { ImportReader, WorkCandidate } from '#ports/store/imports.ts'
import type { CandidateReader } from '#ports/store/sources.ts'

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
  { key, identifiers }: { key: string; identifiers: Identifiers },
  onlyOf: string | null,
): Promise<KnownIdentifier> => {
  const papers = await findPapers(reader, identifiers)
  const known = papers.find((paper) => mayKnow(paper, onlyOf))
  if (known !== undefined) return { paperId: known.paper.id }
  const { candidates } = reader
  const isKnown =
    papers.length > 0 ||
    (await candidates.findRecord(null, key)) !== null ||
    (await candidates.named(identifiers)).length > 0
  return isKnown ? 'known' : 'new'
}

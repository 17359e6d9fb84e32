import { Failure } from '#core/failure.ts'
import type { PaperWithText, Paper } from '#core/papers/paper.ts'
import type { PublicPaperReader } from '#ports/store/papers.ts'
import type { PaperReference } from '#core/papers/paper-reference.ts'
import {
  type KnownPaper,
  matchReference,
  matchShortReference,
  type ReferenceResult,
  parseReference,
  searchedFor,
} from '#core/cited-references.ts'
import { parseRankedQuery } from '#core/search/ranking/ranked-query.ts'
import { type RankingReader, unfiltered } from '#ports/store/ranking.ts'
import type { ReferenceReader } from '#ports/store/library.ts'

/**
 * An accepted paper. Throws `not_found` for unknown and unpublished ids alike, `retracted` with reason and date, or `merged`
 * with the id of the paper that it was merged into.
 */
export const getPublicPaper = async (papers: PublicPaperReader, id: string): Promise<PaperWithText> => {
  const found = await papers.find(id)
  if (found === null) throw new Failure('not_found', `There is no paper ${id}.`)
  if (found.state === 'accepted') return found.paper
  if (found.state === 'merged')
    throw new Failure('merged', `The paper ${id} was a duplicate and was merged into ${found.into}.`, {
      members: { mergedInto: found.into },
    })
  const { retractedAt, reason } = found
  throw new Failure('retracted', `The paper ${id} was retracted on ${retractedAt.slice(0, 10)}: ${reason}`, {
    members: { retractedAt, reason },
  })
}

/** Papers in the order in which they were first referenced, and why others are missing. */
export type ResolvedPapers = {
  papers: Paper[]
  /** `index` is the position of the reference in the request. */
  missing: { index: number; reason: 'not_found' | 'retracted' }[]
  /** Referenced papers that were merged into another. */
  redirects: { from: string; to: string }[]
}

/** Finds the public papers of references; a merged duplicate gives the paper that it was merged into. */
export const resolvePublicPapers = async (
  reader: Pick<PublicPaperReader, 'resolve'>,
  references: readonly PaperReference[],
): Promise<ResolvedPapers> => {
  const first = await reader.resolve(references)
  const redirects = first.flatMap((found) => (found?.state === 'merged' ? [{ from: found.id, to: found.into }] : []))
  const targets = await reader.resolve(redirects.map(({ to }) => ({ by: 'id', value: to })))
  const merged = new Map(redirects.map(({ from }, index) => [from, targets[index] ?? null]))
  const papers = new Map<string, Paper>()
  const missing: ResolvedPapers['missing'] = []
  for (const [index, found] of first.entries()) {
    const target = found?.state === 'merged' ? (merged.get(found.id) ?? null) : found
    if (target?.state === 'accepted') papers.set(target.paper.id, target.paper)
    else missing.push({ index, reason: target?.state === 'retracted' ? 'retracted' : 'not_found' })
  }
  return { papers: [...papers.values()], missing, redirects }
}

/** How many papers a short reference may mean. */
const MAX_FOUND = 20

const toKnown = ({ id, title, year, authors, doi, arxivId }: Paper): KnownPaper => ({
  id,
  title,
  otherTitle: null,
  year,
  authors,
  doi,
  arxivId,
  state: 'accepted',
})

/** Papers that a reference without title and identifier may mean, by its words, and by its names in its year. */
const searchForReference = async (
  ranking: Pick<RankingReader, 'search'>,
  { text, year }: { text: string; year: number | null },
): Promise<KnownPaper[]> => {
  const request = { ...unfiltered, query: parseRankedQuery(text), limit: MAX_FOUND }
  const pages = [await ranking.search(request)]
  if (year !== null)
    pages.push(await ranking.search({ ...request, filter: { ...request.filter, yearFrom: year, yearTo: year } }))
  const papers = pages.flatMap(({ hits }) => hits.map(({ paper }) => paper))
  return [...new Map(papers.map((paper) => [paper.id, toKnown(paper)])).values()]
}

/** Finds the paper of the corpus that a reference means. */
export const checkReference = async (
  { references, ranking }: { references: ReferenceReader; ranking: Pick<RankingReader, 'search'> },
  text: string,
): Promise<ReferenceResult> => {
  const reference = parseReference(text)
  const known = matchReference(reference, await references.find(reference))
  const sought = known.result === 'absent' ? searchedFor(reference) : null
  return sought === null ? known : matchShortReference(reference, await searchForReference(ranking, sought))
}

import { PAPER_ID } from '#core/papers/paper.ts'
import { everyPaper, filtersOnly, type LibraryFilter } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { LIST_PAGE_SIZE, MOST_COUNTED } from '#http/console/pages/list.ts'
import type { LibraryPosition } from '#ports/store/library.ts'
import type { PaperSummary } from '#ports/store/papers.ts'
import type { Store } from '#ports/store/store.ts'
import { isWhole, type PaperListQuery, type PaperSelection, publicOrders, scopeOf, wholeOrders } from './list-input.ts'

type Reader = Store['private']

/** A page of a list of papers in any state. `total` is null where counting would cost more than the page. */
export type FoundPapers = {
  papers: PaperSummary[]
  next: LibraryPosition | null
  total: { count: number; isExact: boolean } | null
}

type PageOf = Pick<PaperListQuery, 'order' | 'after'> & { limit: number }

/** The filter for public papers; a concept is given by its id or by any of its names. */
const libraryFilter = async (reader: Reader, given: PaperSelection): Promise<LibraryFilter> => {
  const { q, chapter, type, year, concept } = given
  const named =
    concept === null ? null : ((await reader.concepts.find(concept)) ?? (await reader.concepts.findByName(concept)))
  return {
    ...everyPaper,
    query: q === null ? null : parseSearchQuery(q),
    chapter,
    type,
    year,
    concept: named?.id ?? concept,
  }
}

const countPublic = async (reader: Reader, filter: LibraryFilter): Promise<FoundPapers['total']> => {
  if (filtersOnly(filter, 'chapter', 'type'))
    return { count: await reader.papers.countByAttributes(filter), isExact: true }
  const { papers, isExact } = await reader.library.count(filter, MOST_COUNTED)
  return { count: papers, isExact }
}

/** In the order of the ids. */
const listed = async (reader: Reader, ids: readonly string[]): Promise<PaperSummary[]> => {
  const found = await reader.papers.listed(ids)
  return ids.flatMap((id) => found.get(id) ?? [])
}

const idsOf = (papers: readonly { id: string }[]): string[] => papers.map(({ id }) => id)

const findPublic = async (reader: Reader, given: PaperSelection, { order, after, limit }: PageOf) => {
  const filter = await libraryFilter(reader, given)
  const by = publicOrders.find((one) => one === order) ?? 'long-horizon'
  const found = await reader.library.list(filter, by, after, limit)
  return { papers: await listed(reader, idsOf(found.papers)), next: found.next, filter }
}

const findUnpublished = async (
  reader: Reader,
  filter: Parameters<Reader['papers']['listUnpublished']>[0],
  { order, after, limit }: PageOf,
): Promise<Pick<FoundPapers, 'papers' | 'next'>> => {
  const by = { order: order === 'latest' ? order : ('oldest' as const), after: after?.after ?? null, limit }
  const { papers, next } = await reader.papers.listUnpublished(filter, by)
  return { papers, next: next === null ? null : { step: 0, after: next } }
}

/** How many papers that are not public a search in any state shows; the search in one state shows them all. */
const OTHERS_SHOWN = 20

/** A paper in any state by its id, public papers by words as in the library, and the latest others by words in the title. */
const findAnywhere = async (reader: Reader, given: PaperSelection, page: PageOf): Promise<FoundPapers> => {
  const q = given.q ?? ''
  const found = await findPublic(reader, given, { ...page, limit: page.limit - OTHERS_SHOWN - 1 })
  if (page.after !== null) return { ...found, total: null }
  const known = PAPER_ID.test(q) ? await listed(reader, [q]) : []
  const latest = { order: 'latest' as const, after: null, limit: OTHERS_SHOWN }
  const others = await findUnpublished(reader, { state: null, words: q }, latest)
  const all = [...known, ...found.papers, ...others.papers]
  return { papers: [...new Map(all.map((one) => [one.paper.id, one])).values()], next: found.next, total: null }
}

/** A page of the papers that an editor selects, with how many there are. */
export const findListed = async (
  reader: Reader,
  query: PaperSelection & Pick<PaperListQuery, 'order' | 'after'>,
  limit = LIST_PAGE_SIZE,
): Promise<FoundPapers> => {
  const scope = scopeOf(query)
  const page = { ...query, limit }
  switch (scope.kind) {
    case 'any':
      return findAnywhere(reader, query, page)
    case 'unassessed': {
      const { papers, next } = await reader.assessments.listUnassessed(page.after?.after ?? null, limit)
      const count = await reader.assessments.countUnassessed()
      return {
        papers: await listed(reader, idsOf(papers)),
        next: next === null ? null : { step: 0, after: next },
        total: { count, isExact: true },
      }
    }
    case 'unpublished': {
      const filter = { state: scope.state, words: query.q }
      const { papers: count, isExact } = await reader.papers.countUnpublished(filter, MOST_COUNTED)
      return { ...(await findUnpublished(reader, filter, page)), total: { count, isExact } }
    }
    default: {
      const whole = isWhole(query) ? wholeOrders.find((one) => one === query.order) : undefined
      if (whole !== undefined) {
        const { papers, next } = await reader.papers.listPublic({
          order: whole,
          after: page.after?.after ?? null,
          limit,
        })
        return {
          papers,
          next: next === null ? null : { step: 0, after: next },
          total: await countPublic(reader, everyPaper),
        }
      }
      const { filter, ...found } = await findPublic(reader, query, page)
      return { ...found, total: await countPublic(reader, filter) }
    }
  }
}

/** The ids of the first papers that an editor selects, and whether there are more. */
export const findListedIds = async (
  reader: Reader,
  query: PaperSelection & Pick<PaperListQuery, 'order'>,
  most: number,
): Promise<{ ids: string[]; isAll: boolean }> => {
  const ids: string[] = []
  for (let after: LibraryPosition | null = null; ids.length <= most;) {
    const found: FoundPapers = await findListed(reader, { ...query, after })
    ids.push(...found.papers.map(({ paper }) => paper.id))
    after = found.next
    if (after === null) return { ids: ids.slice(0, most), isAll: ids.length <= most }
  }
  return { ids: ids.slice(0, most), isAll: false }
}

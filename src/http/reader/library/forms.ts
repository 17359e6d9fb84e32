import type { Context } from 'hono'
import { withFileAddress } from '#core/files/with-file-address.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { LibraryList, LibraryPosition } from '#ports/store/library.ts'
import { searchPapers } from '#queries/search/search-papers.ts'
import { paperListFormats, type PaperListFormat } from '#schemas/forms/paper-list-formats.ts'
import { PUBLIC_CACHE_CONTROL } from '#http/caching/cache-control.ts'
import { entityTag } from '#http/caching/conditional-request.ts'
import { readQuery } from '#http/input/query.ts'
import { changeNumber } from '#http/paging/change-number.ts'
import { pageUrls } from '#http/reader/page-urls.ts'
import type { Form } from '#http/routing/form.ts'
import { beforeParameter, feedForms } from '#http/reader/feeds/feed-forms.ts'
import { readPaperFeed, type FeedPorts } from '#http/reader/feeds/paper-feed.ts'
import { libraryInput, toLibraryFilter, toRankedFilter, type LibraryQuery } from './input.ts'
import { isRanked, listOrder, rankedSort, type WordQuery } from './orders.ts'
import { facetOrder, libraryUrl } from './present.ts'

export type LibraryFormPorts = FeedPorts & { version: string }

/** A longer list is for harvesters, who have ways of their own. */
const MAX_PAPERS = 10_000
/** Papers that are read and written in one go. */
const PAPERS_PER_PIECE = 100
/** Each piece of a ranking costs a search. */
const RANKED_PER_PIECE = 250

/** The papers of a ranking, a piece at a time. */
async function* rankedPieces({ store }: LibraryFormPorts, query: WordQuery): AsyncGenerator<Paper[]> {
  const { ranking } = store.public
  const given = { text: query.q, match: 'any' as const, sort: rankedSort(query), filter: toRankedFilter(query) }
  for (let from = 0; ; from += RANKED_PER_PIECE) {
    const { hits, total } = await searchPapers(ranking, { ...given, from, limit: RANKED_PER_PIECE })
    yield hits.map(({ paper }) => paper)
    if (from + RANKED_PER_PIECE >= total) return
  }
}

/** The papers of a list, a piece at a time. */
async function* listedPieces({ store }: LibraryFormPorts, query: LibraryQuery): AsyncGenerator<Paper[]> {
  const { library } = store.public
  const filter = toLibraryFilter(query)
  let from: LibraryPosition | null = null
  for (let given = 0; given < MAX_PAPERS; given += PAPERS_PER_PIECE) {
    const { papers, next }: LibraryList = await library.list(filter, listOrder(query), from, PAPERS_PER_PIECE)
    yield papers
    if (next === null) return
    from = next
  }
}

/** The papers of a view in a format. */
async function* writePapers(
  ports: LibraryFormPorts,
  query: LibraryQuery,
  format: PaperListFormat,
): AsyncGenerator<string> {
  const site = ports.publicUrl()
  const urls = pageUrls(site)
  let text = format.head
  for await (const papers of isRanked(query) ? rankedPieces(ports, query) : listedPieces(ports, query)) {
    yield text + papers.map((paper) => format.write(withFileAddress(paper, site), urls)).join('')
    text = ''
  }
}

/** Every view of the library as a file, with the query of its page: at most 10,000 papers, in the order of the view. */
const libraryFiles = (ports: LibraryFormPorts): Form[] =>
  paperListFormats.map((format) => ({
    ending: format.ending,
    name: format.name,
    mediaType: format.mediaType,
    headers: ['ETag', 'X-Change-Seq'],
    show: async (context: Context) => {
      const { cursor: _cursor, ...query } = readQuery(context, libraryInput)
      // Refused before anything is written.
      if (!isRanked(query)) toLibraryFilter(query)
      const target = `${format.ending} ${libraryUrl(query)}`
      const number = await changeNumber(ports.store.public)
      return {
        status: 200,
        body: '',
        stream: writePapers(ports, query, format),
        type: format.mediaType,
        headers: {
          ...number,
          // Weak: the papers may change while they are read, piece by piece.
          ETag: `W/${entityTag(ports.store.currentRevision(), target, ports.version)}`,
          'Cache-Control': PUBLIC_CACHE_CONTROL,
          'Content-Disposition': `inline; filename="papers.${format.ending}"`,
        },
      }
    },
  }))

/** Query of a view that may come as a feed. */
export const feedInput = libraryInput.extend({ before: beforeParameter() })

/** What a feed follows, in words. */
const feedTitle = (asked: LibraryQuery): string => {
  const told = [asked.q, ...facetOrder.map((name) => asked[name])].filter((value) => value !== null)
  return told.length === 0 ? 'papers' : `papers, ${told.join(', ')}`
}

/** New and changed papers of a view; its order is not the view's, so `sort` does not matter. */
export const libraryFeeds = (ports: LibraryFormPorts): Form[] =>
  feedForms(ports, async (context) => {
    const { cursor: _cursor, before, ...query } = readQuery(context, feedInput)
    const asked = { ...query, match: null, sort: undefined }
    const { institution } = asked
    return {
      title: feedTitle(asked),
      subtitle: 'New and changed papers of the library, latest change first.',
      path: '/',
      formPath: '/papers',
      search: Object.fromEntries(new URLSearchParams(libraryUrl(asked).slice(2))),
      isByOtherName: institution !== null && !(await ports.store.public.feeds.isPresentName({ institution })),
      ...(await readPaperFeed(ports, toLibraryFilter(asked), before ?? null)),
    }
  })

export const libraryForms = (ports: LibraryFormPorts): Form[] => [...libraryFiles(ports), ...libraryFeeds(ports)]

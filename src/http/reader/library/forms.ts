import type { Context } from 'hono'
import { withFileAddress } from '#core/files.ts'
import { namedFacets } from '#core/search/facet-token.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { FeedSearch } from '#core/webhooks.ts'
import type { Clock } from '#ports/runtime.ts'
import type { LiveSite } from '#ports/site.ts'
import type { LibraryList, LibraryPosition } from '#ports/store/library.ts'
import type { MeaningReader } from '#ports/meaning.ts'
import { parseRankedQuery } from '#core/search/ranking/ranked-query.ts'
import { findNearPapers, sameForAll } from '#queries/fuse-by-meaning.ts'
import { getLikedPaper, searchPapers } from '#queries/search.ts'
import { paperListFormats, type PaperListFormat } from '#schemas/paper-list-formats.ts'
import { PUBLIC_CACHE_CONTROL } from '#http/caching/response-cache.ts'
import { entityTag } from '#http/caching/conditional-request.ts'
import { readQuery } from '#http/input/query.ts'
import { changeNumber } from '#http/paging/pagination.ts'
import { pageUrls } from '#http/reader/addresses.ts'
import type { Form } from '#http/routing/route.ts'
import { beforeParameter, feedForms, readPaperFeed, type FeedPorts } from '#http/reader/feeds/feeds.ts'
import {
  libraryInput,
  pageFacets,
  toLibraryFilter,
  understandView,
  toRankedFilter,
  type LibraryQuery,
} from './input.ts'
import { isRanked, listOrder, rankedSort } from './orders.ts'
import { chosenValues, libraryUrl, otherLabels, viewParameters } from './present.ts'

export type LibraryFormPorts = FeedPorts & {
  version: string
  clock: Clock
  meaning: MeaningReader | null
  site: LiveSite
}

/** Longer lists are for harvesters, which have OAI-PMH and dumps. */
const MAX_PAPERS = 10_000
const PAPERS_PER_BATCH = 100
/** Larger, since each batch of a ranking costs a search. */
const HITS_PER_BATCH = 250

/** The papers of a ranking in batches. */
async function* rankedBatches(
  { store, meaning, site }: LibraryFormPorts,
  query: LibraryQuery,
): AsyncGenerator<Paper[]> {
  const { ranking, related } = store.public
  const like = query.like === null ? null : await getLikedPaper(related, query.like)
  const given = {
    text: query.q ?? '',
    like,
    match: 'any' as const,
    sort: rankedSort(query, site.current().scores),
    filter: toRankedFilter(query),
    meaning,
  }
  for (let from = 0; ; from += HITS_PER_BATCH) {
    const { hits, total } = await searchPapers(ranking, { ...given, from, limit: HITS_PER_BATCH })
    yield hits.map(({ paper }) => paper)
    if (from + HITS_PER_BATCH >= total) return
  }
}

/** The papers of a list in batches. */
async function* listedBatches({ store, site }: LibraryFormPorts, query: LibraryQuery): AsyncGenerator<Paper[]> {
  const { library } = store.public
  const filter = toLibraryFilter(query)
  const order = listOrder(query, site.current().scores)
  let from: LibraryPosition | null = null
  for (let given = 0; given < MAX_PAPERS; given += PAPERS_PER_BATCH) {
    const { papers, next }: LibraryList = await library.list(filter, order, from, PAPERS_PER_BATCH)
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
  for await (const papers of isRanked(query) ? rankedBatches(ports, query) : listedBatches(ports, query)) {
    yield text + papers.map((paper) => format.write(withFileAddress(paper, site), urls)).join('')
    text = ''
  }
}

/**
 * How a view is ordered: the same for all batches of a file. `isFirm` unless the question had to do without being compared by meaning
 * just now.
 */
const orderOf = async ({ meaning }: LibraryFormPorts, query: LibraryQuery) => {
  if (meaning === null || !isRanked(query)) return { meaning: null, isFirm: true }
  const same = sameForAll(meaning)
  return { meaning: same, isFirm: (await findNearPapers(same, parseRankedQuery(query.q ?? ''))) !== null }
}

/** Every view of the library as a file, with the query of its page: at most 10,000 papers, in the order of the view. */
const libraryFiles = (ports: LibraryFormPorts): Form[] =>
  paperListFormats.map((format) => ({
    ending: format.ending,
    name: format.name,
    mediaType: format.mediaType,
    headers: ['ETag', 'X-Change-Seq'],
    // They have tags of their own, and are made while they are sent.
    caching: 'none',
    show: async (context: Context) => {
      const { cursor: _cursor, ...typed } = readQuery(context, libraryInput)
      const query = understandView(typed, ports.clock.now()).view
      // Throws before anything is written.
      if (!isRanked(query)) toLibraryFilter(query)
      if (query.like !== null) await getLikedPaper(ports.store.public.related, query.like)
      const target = `${format.ending} ${libraryUrl(query)}`
      const number = await changeNumber(ports.store.public)
      const { isFirm, ...order } = await orderOf(ports, query)
      return {
        status: 200,
        body: '',
        stream: writePapers({ ...ports, ...order }, query, format),
        type: format.mediaType,
        headers: {
          ...number,
          // Weak: papers may change while the batches are read.
          ETag: `W/${entityTag(ports.store.currentRevision(), isFirm ? target : `${target} by words`, ports.version)}`,
          'Cache-Control': isFirm ? PUBLIC_CACHE_CONTROL : 'no-store',
          'Content-Disposition': `inline; filename="papers.${format.ending}"`,
        },
      }
    },
  }))

/** The query of a view, which may also be read as a feed. */
export const feedInput = libraryInput.extend({ before: beforeParameter() })

/** The search of a feed in words. */
const feedTitle = (query: LibraryQuery): string => {
  const facets = pageFacets.map((facet) => chosenValues(query, facet).join(' or ')).filter((values) => values !== '')
  const terms = [...(query.q === null ? [] : [query.q]), ...facets, ...otherLabels(query)]
  return terms.length === 0 ? 'papers' : `papers, ${terms.join(', ')}`
}

const feedSearch = (view: LibraryQuery): FeedSearch => {
  const byName = Map.groupBy(viewParameters(view), ([name]) => name)
  return Object.fromEntries(
    [...byName].map(([name, given]) => {
      const [[, only] = ['', ''], ...others] = given
      return [name, others.length === 0 ? only : given.map(([, value]) => value)]
    }),
  )
}

/** New and changed papers of a view. A feed has its own order, so `sort` does not matter. */
export const libraryFeeds = (ports: LibraryFormPorts): Form[] =>
  feedForms(ports, async (context) => {
    const { feeds } = ports.store.public
    const { cursor: _cursor, before, ...query } = readQuery(context, feedInput)
    const { view } = understandView(query, ports.clock.now())
    const followed = { ...view, match: null, sort: undefined, weak: null }
    const names = namedFacets.flatMap((facet) => followed[facet].map((name) => ({ facet, name })))
    return {
      title: feedTitle(followed),
      subtitle: 'New and changed papers of the library, latest change first.',
      path: '/papers',
      formPath: '/papers',
      search: feedSearch(followed),
      pageSearch: { sort: 'added' },
      isAlias: (await Promise.all(names.map(({ facet, name }) => feeds.isPresentName(facet, name)))).includes(false),
      ...(await readPaperFeed(ports, toLibraryFilter(followed), before ?? null)),
    }
  })

export const libraryForms = (ports: LibraryFormPorts): Form[] => [...libraryFiles(ports), ...libraryFeeds(ports)]

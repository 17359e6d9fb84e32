import type { BriefCorrection } from '#core/editorial/brief.ts'
import type { ConceptLink, FacetCounts, LibraryReader, PaperListItem } from '#ports/store/library.ts'
import { isOn } from '#core/papers/library-words.ts'
import type { LibraryPart } from '#core/settings.ts'
import type { LiveSite } from '#ports/site.ts'
import type { RankingReader, RelatedReader } from '#ports/store/ranking.ts'
import type { PublicReader } from '#ports/store/store.ts'

type Has = (part: LibraryPart) => boolean

const whereOn =
  (has: Has, part: LibraryPart) =>
  async <Value>(read: () => Promise<Value>, otherwise: Value): Promise<Value> =>
    has(part) ? await read() : otherwise

const shownCounts = (counts: FacetCounts, has: Has): FacetCounts => ({
  ...counts,
  facets: {
    ...counts.facets,
    ...(has('concepts') ? {} : { concept: [] }),
    ...(has('types') ? {} : { type: [] }),
  },
})

const shownItem = <Item extends Pick<PaperListItem, 'conceptLinks'>>(item: Item, has: Has): Item =>
  has('concepts') ? item : { ...item, conceptLinks: [] }

const shownLibrary = (library: LibraryReader, has: Has): LibraryReader => {
  const concepts = whereOn(has, 'concepts')
  const noLinks: ConceptLink[] = []
  return {
    ...library,
    page: async (...asked) => {
      const page = await library.page(...asked)
      return {
        ...page,
        papers: page.papers.map((paper) => shownItem(paper, has)),
        counts: shownCounts(page.counts, has),
      }
    },
    counts: async (filter) => shownCounts(await library.counts(filter), has),
    suggestConcepts: (text, limit) => concepts(() => library.suggestConcepts(text, limit), noLinks),
    suggest: async (text) => {
      const found = await library.suggest(text)
      return has('concepts') ? found : { ...found, concepts: noLinks }
    },
  }
}

const shownRanking = (ranking: RankingReader, has: Has): RankingReader => ({
  ...ranking,
  list: async (request) => {
    const found = await ranking.list(request)
    const hits = found.hits.map((hit) => ({ ...hit, paper: shownItem(hit.paper, has) }))
    return { ...found, hits, counts: shownCounts(found.counts, has) }
  },
})

const shownRelated = (related: RelatedReader, has: Has): RelatedReader => {
  const [concepts, gaps, briefs] = [whereOn(has, 'concepts'), whereOn(has, 'gaps'), whereOn(has, 'briefs')]
  return {
    ...related,
    conceptIds: (names) => concepts(() => related.conceptIds(names), new Map<string, string>()),
    conceptTimeline: (id) => concepts(() => related.conceptTimeline(id), null),
    conceptPapers: (id, after, limit) =>
      concepts(() => related.conceptPapers(id, after, limit), { papers: [], next: null }),
    coOccurringConcepts: (id, limit) =>
      concepts(() => related.coOccurringConcepts(id, limit), { sampleSize: 0, concepts: [] }),
    conceptYears: (ids, from) => concepts(() => related.conceptYears(ids, from), new Map()),
    conceptCoverage: (limit) => concepts(() => related.conceptCoverage(limit), []),
    mentions: async (id) => {
      const found = await related.mentions(id)
      return { gaps: has('gaps') ? found.gaps : [], briefs: has('briefs') ? found.briefs : [] }
    },
    gaps: (severity, state) => gaps(() => related.gaps(severity, state), []),
    gap: (id) => gaps(() => related.gap(id), null),
    listBriefs: () => briefs(() => related.listBriefs(), []),
  }
}

/** What visitors see of a library: nothing of the parts that it has switched off. These stay stored as they are. */
export const shownReader = (reader: PublicReader, site: Pick<LiveSite, 'current'>): PublicReader => {
  const has: Has = (part) => isOn(part, site.current())
  const [concepts, gaps, briefs] = [whereOn(has, 'concepts'), whereOn(has, 'gaps'), whereOn(has, 'briefs')]
  return {
    ...reader,
    library: shownLibrary(reader.library, has),
    ranking: shownRanking(reader.ranking, has),
    related: shownRelated(reader.related, has),
    concepts: {
      list: () => concepts(() => reader.concepts.list(), null),
      findRedirect: (id) => concepts(() => reader.concepts.findRedirect(id), null),
      trendWeeks: (id) => concepts(() => reader.concepts.trendWeeks(id), []),
    },
    gaps: {
      list: (severity, state) => gaps(() => reader.gaps.list(severity, state), []),
      history: (id) => gaps(() => reader.gaps.history(id), null),
    },
    briefs: {
      latest: () => briefs(() => reader.briefs.latest(), null),
      find: (id) => briefs(() => reader.briefs.find(id), null),
      list: () => briefs(() => reader.briefs.list(), []),
      corrections: (ids) => briefs(() => reader.briefs.corrections(ids), new Map<string, BriefCorrection[]>()),
    },
  }
}

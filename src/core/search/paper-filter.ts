import type { CalendarDay } from '#core/calendar-day.ts'
import type { ResearchType } from '#core/papers/paper.ts'
import type { Millionths } from '#core/papers/score.ts'
import {
  type ChoiceFacet,
  facetToken,
  type FacetToken,
  HAS_TEXT,
  type NamedFacet,
  ofEachName,
  typeNumber,
} from './facet-token.ts'
import type { SearchQuery, Pattern, SearchField } from './search-query.ts'

/** Several values of facets: of each facet here, a paper has one of the values. */
export type FacetChoices = { [Facet in ChoiceFacet]?: readonly NonNullable<PaperFilter[Facet]>[] }

/**
 * The filter for papers that are listed, ranked, counted or followed; null matches every paper. Case and punctuation of names do
 * not matter.
 */
export type PaperFilter = Record<NamedFacet, string | null> & {
  query: SearchQuery | null
  chapter: number | null
  year: number | null
  type: ResearchType | null
  /** The id of a concept. */
  concept: string | null
  /** Only papers with a full text. */
  withText: boolean
  /** Only papers that a public paper of the library cites. */
  citedHere: boolean
  minLongHorizon: Millionths | null
  /** Words of an author's name. */
  author: string | null
  /** Whole names of authors: a paper has an author of one of them. */
  authorNames: readonly string[] | null
  yearFrom: number | null
  yearTo: number | null
  /** Only papers that became public on this day or later. */
  addedSince: CalendarDay | null
  /** Facets with several values each; their own fields above are null. */
  oneOf: FacetChoices | null
}

export const everyPaper = {
  query: null,
  chapter: null,
  year: null,
  type: null,
  concept: null,
  ...ofEachName(() => null),
  withText: false,
  citedHere: false,
  minLongHorizon: null,
  author: null,
  authorNames: null,
  yearFrom: null,
  yearTo: null,
  addedSince: null,
  oneOf: null,
} as const satisfies PaperFilter

/** The filters supported by the search index. */
export type LibraryFilter = PaperFilter & { author: null }

/** The filters supported by ranked search, whose question is separate. */
export type RankedFilter = PaperFilter & { query: null; year: null }

/** The filters supported by counters. */
export type AttributeFilter = Pick<PaperFilter, 'chapter' | 'type' | 'minLongHorizon'>

export const papersFoundBy = (query: SearchQuery | null): LibraryFilter => ({ ...everyPaper, query })

/** Whether a filter uses no fields but these. */
export const filtersOnly = (filter: Partial<PaperFilter>, ...fields: (keyof PaperFilter)[]): boolean =>
  Object.entries(filter).every(
    ([name, value]) => value === null || value === false || fields.some((field) => field === name),
  )

type FilterOf<Given> = Omit<typeof everyPaper, keyof Given> & {
  [Field in keyof Given & keyof PaperFilter]-?:
    | Exclude<Given[Field], undefined>
    | (undefined extends Given[Field] ? (typeof everyPaper)[Field] : never)
}

/** Extracts the filter fields from a request; missing ones match every paper. */
export const filterOf = <Given extends object>(given: Given): FilterOf<Given> => {
  const fields = Object.entries(given).filter(([name, value]) => value !== undefined && Object.hasOwn(everyPaper, name))
  return { ...everyPaper, ...Object.fromEntries(fields) } as unknown as FilterOf<Given>
}

/** The facet tokens that a filter requires, except those with numbers from the store. */
export const filterFacetTokens = ({
  chapter,
  type,
  year,
  withText,
}: Pick<PaperFilter, 'chapter' | 'type' | 'year' | 'withText'>): FacetToken[] => [
  ...(chapter === null ? [] : [facetToken('chapter', chapter)]),
  ...(type === null ? [] : [facetToken('type', typeNumber(type))]),
  ...(year === null ? [] : [facetToken('year', year)]),
  ...(withText ? [facetToken('text', HAS_TEXT)] : []),
]

/** The filter for the values that were chosen of each facet: none matches every paper, and several match papers with any of them. */
export const filterOfChoices = (chosen: FacetChoices): Pick<PaperFilter, ChoiceFacet | 'oneOf'> => {
  const { chapter, year, type, concept } = everyPaper
  const given = Object.entries(chosen)
  const single = given.filter(([, values]) => values.length === 1).map(([facet, [value]]) => [facet, value])
  const several = given.filter(([, values]) => values.length > 1)
  return {
    chapter,
    year,
    type,
    concept,
    ...ofEachName(() => null),
    ...Object.fromEntries(single),
    oneOf: several.length === 0 ? null : Object.fromEntries(several),
  }
}

/** Sort orders of the library: the public order first, then those a reader may choose. */
export const sortOrders = ['long-horizon', 'enterprise', 'newest', 'added', 'cited', 'relevance'] as const
export type SortOrder = (typeof sortOrders)[number]

/** Papers that match `query` but none of the queries in `except`. */
export type RelevanceTier = { query: SearchQuery; except: Pattern[][][] }

/** Restricts patterns without a field to these fields. */
const bindToFields = (groups: readonly Pattern[][], fields: readonly SearchField[]): Pattern[][] =>
  groups.map((group) =>
    group.flatMap((pattern) => (pattern.field === null ? fields.map((field) => ({ ...pattern, field })) : [pattern])),
  )

/**
 * A simple relevance: papers with all words in the title, then those with all words in title and topics, then the rest. Tiers
 * are disjoint, and ordered by the public order.
 */
export const relevanceTiers = (query: SearchQuery): RelevanceTier[] => {
  const isBound = query.all.every((group) => group.every(({ field }) => field !== null))
  if (isBound) return [{ query, except: [] }]
  const inTitle = bindToFields(query.all, ['title'])
  const inTitleOrTopics = bindToFields(query.all, ['title', 'topics'])
  return [
    { query: { ...query, all: inTitle }, except: [] },
    { query: { ...query, all: inTitleOrTopics }, except: [inTitle] },
    { query, except: [inTitleOrTopics] },
  ]
}

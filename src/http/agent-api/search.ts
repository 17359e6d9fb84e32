import {
  MAX_ADDRESS_CHARACTERS,
  MAX_RANKED_WORDS,
  MAX_RANKED_HITS,
  type RankedQuery,
} from '#core/search/ranking/ranked-query.ts'
import { validationFailure } from '#core/failure.ts'
import { groupedNumber } from '#core/numbers.ts'
import { codePointLength } from '#core/text/normalize-text.ts'
import { z } from 'zod'
import { filterOf, type RankedFilter } from '#core/search/paper-filter.ts'
import { allRankedSorts, type RankedHit, type RankedPage } from '#ports/store/ranking.ts'
import { wholeNumberParameter, omitEmpty } from '#schemas/fields.ts'
import { listedAbstract, presentAbstract } from '#schemas/agent-paper.ts'
import { filterArguments, filterParameters, likeParameter } from '#schemas/paper-filter.ts'
import {
  details,
  maxTokensParameter,
  maxTokensMember,
  type Detail,
  beginningOf,
  fitAnswer,
  type ResumePoint,
} from './token-budget.ts'
import { QUESTION_BODY_BYTES } from '#http/input/body.ts'
import { cursorParameter, knownParameters, readBodyQuery, readQuery } from '#http/input/query.ts'
import { toTen } from '#core/papers/score.ts'
import { matchedWords } from '#core/search/ranking/explain-hit.ts'
import { rankedFieldNames, type RankedField } from '#core/search/ranking/field-weights.ts'
import { bestPassage, type FoundPassage } from '#queries/passages.ts'
import { passageSources, presentPlace, presentWriter } from './passages.ts'
import type { Context } from 'hono'
import { calendarDay } from '#core/calendar-day.ts'
import { mayNameTime, readQuestion } from '#core/search/question-reading.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { getLikedPaper, searchPapers, type FoundPapers } from '#queries/search.ts'
import { forNow, json } from '#http/routing/reply.ts'
import type { Route, TakeTurn } from '#http/routing/route.ts'
import type { MeaningReader } from '#ports/meaning.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import { pagesByMeaning } from '#http/paging/pages-by-meaning.ts'
import { agentRoute } from './fields.ts'
import {
  bodyOf,
  bodyRoute,
  describedQuestion,
  droppedWords,
  longQuestion,
  presentDropped,
  questionParameter,
} from './question.ts'

const DEFAULT_HITS = 20
const MAX_HITS_ON_PAGE = 100
const MAX_DIGITS = 9
/** A request has room for 16 KiB of headers, the address among them. */
const MAX_URL_LENGTH = 8_192
/** How much of a long text an answer repeats. */
const REPEATED_LENGTH = 200

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, usual: Values[number]) =>
  z
    .enum(values)
    .optional()
    .transform((value) => value ?? usual)

const wholeNumber = (least: number, most: number) =>
  wholeNumberParameter({ least, most, maxDigits: MAX_DIGITS }).transform((value) => value ?? null)

/** A ranking filters by a range of years instead of a single one. */
const { year: _year, ...rankedParameters } = filterParameters

/** Query of GET /api/v1/search (contract 4.2); unknown parameters are refused. */
const searchQuery = z.strictObject({
  q: questionParameter('/api/v1/search')
    .optional()
    .meta({
      description: `A question in plain words, which may use the operators of the search language, or a longer text, such as an abstract, which is ranked by the ${MAX_RANKED_WORDS} words of it that tell most. At most ${groupedNumber(MAX_ADDRESS_CHARACTERS)} characters; POST takes more. A paper id, DOI or arXiv id finds that paper first. Required unless like is given.`,
      example: 'what helps against pain after surgery',
    }),
  like: likeParameter().meta({
    description:
      'Papers like the one with this id, without itself. Alone, the order is that of its related papers; with q, the words of both count.',
    example: 'p19',
  }),
  match: oneOf(['any', 'all'], 'any').meta({
    description: 'any: words affect the ranking (default); all: every word is required.',
  }),
  ...rankedParameters,
  sort: oneOf(allRankedSorts, 'best').meta({
    description: 'Order of the hits; best by default. cited: by how many papers of the library cite them.',
  }),
  detail: oneOf(details, 'card').meta({ description: 'How much of each paper: ids, card (default) or abstract.' }),
  limit: wholeNumber(1, MAX_HITS_ON_PAGE)
    .transform((limit) => limit ?? DEFAULT_HITS)
    .meta({ description: `Hits on a page; ${DEFAULT_HITS} by default, ${MAX_HITS_ON_PAGE} at most.`, example: '5' }),
  interpret: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => value === 'true')
    .meta({
      description:
        'true: dates, and authors with a year, in the question are filters (proposedFilters) instead of words. By default they are only proposed.',
      example: 'true',
    }),
  cursor: cursorParameter(),
  maxTokens: maxTokensParameter(),
})

type SearchInput = z.output<typeof searchQuery>

/** The same in the body of POST, with a longer text. */
const longSearchQuery = searchQuery.extend({ q: longQuestion().optional() })

const searchBody = bodyOf(describedQuestion().optional(), searchQuery, {
  like: z.string().optional(),
  match: z.enum(['any', 'all']).optional(),
  ...filterArguments,
  citedHere: z.boolean().optional(),
  sort: z.enum(allRankedSorts).optional(),
  detail: z.enum(details).optional(),
  limit: z.int().min(1).max(MAX_HITS_ON_PAGE).optional(),
  interpret: z.boolean().optional(),
  cursor: z.string().optional(),
  maxTokens: maxTokensMember(),
})

const toRankedFilter = (input: SearchInput): RankedFilter => ({
  ...filterOf(input),
  withText: input.hasFullText,
})

const span = { start: z.int(), end: z.int() }

/** The name of a field in the contract. */
const wireName = (field: RankedField): string => (field === 'commentary' ? 'houseComment' : field)

const matchedSchema = z.strictObject(
  Object.fromEntries(rankedFieldNames.map((field) => [wireName(field), z.array(z.string()).optional()])),
)

const hit = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    score: z.number().meta({ description: 'Comparable only within this search.' }),
    authors: z.array(z.string()).optional(),
    year: z.int().optional(),
    institution: z.string().optional(),
    chapter: z.int().min(1).max(7).optional(),
    longHorizonScore: z.number().min(0).max(10).optional(),
    enterpriseScore: z.number().min(0).max(10).optional(),
    ...listedAbstract,
    matched: matchedSchema.optional(),
    snippet: z
      .strictObject({ field: z.string(), ...span, text: z.string(), matches: z.array(z.strictObject(span)) })
      .optional(),
    passage: z
      .strictObject({
        anchor: z.string(),
        source: z.enum(['abstract', 'houseComment', 'fullText']),
        by: z.literal('editors').optional().meta({ description: 'Of a summary or note.' }),
        url: z.string(),
        text: z.string(),
      })
      .optional()
      .meta({ description: 'The passage of the paper that answers best; its anchor stays valid.' }),
  })
  .meta({ id: 'SearchHit' })

const relaxation = z.strictObject({ without: z.string(), total: z.int(), url: z.string() })

export const searchResponse = z.strictObject({
  query: z.string(),
  parsedQuery: z.strictObject({
    words: z.array(z.strictObject({ word: z.string(), weight: z.number() })),
    meant: z
      .array(z.strictObject({ word: z.string(), closeTo: z.array(z.string()) }))
      .optional()
      .meta({ description: 'Words that rank as well, since they are close in meaning to words of the query.' }),
    match: z.enum(['any', 'all']),
    required: z.array(z.string()),
    excluded: z.array(z.string()),
    dropped: droppedWords(),
  }),
  like: z
    .strictObject({ id: z.string(), title: z.string() })
    .optional()
    .meta({ description: 'The paper that similar ones were searched for.' }),
  corrections: z.array(z.strictObject({ from: z.string(), to: z.string() })),
  unknownLanguage: z
    .string()
    .optional()
    .meta({ description: 'The language of the question, if the library has no text in it.' }),
  proposedFilters: z
    .array(
      z.strictObject({
        words: z.string(),
        filters: z.strictObject({
          author: z.string().optional(),
          yearFrom: z.int().optional(),
          yearTo: z.int().optional(),
          addedSince: z.string().optional(),
        }),
        applied: z.boolean(),
      }),
    )
    .optional()
    .meta({ description: 'Words of the question that interpret=true reads as filters.' }),
  total: z.int().meta({
    description: `All hits, at most ${groupedNumber(MAX_RANKED_HITS)}, where a ranking ends.`,
  }),
  strong: z.int().meta({ description: 'Of these, the hits not far weaker than the best.' }),
  hits: z.array(hit),
  relaxations: z
    .array(relaxation)
    .optional()
    .meta({ description: 'When nothing is found: queries that find something, with their totals.' }),
  semantic: z
    .boolean()
    .optional()
    .meta({ description: 'With an embeddings endpoint: whether q was also compared by meaning.' }),
  nextCursor: z.string().nullable(),
  rerunUrl: z.string().optional().meta({ description: 'Absent if it would be too long for an address.' }),
  estimatedTokens: z.int(),
})

export type SearchResponse = z.infer<typeof searchResponse>

/** No address has a longer text, so what names one is absent. */
export const longSearchResponse = searchResponse.extend({
  query: z.string().meta({ description: 'Of a text that is too long for an address, its beginning.' }),
  relaxations: z
    .array(relaxation.partial({ url: true }))
    .optional()
    .meta({ description: 'When nothing is found: queries that find something, with their totals.' }),
})

export type LongSearchResponse = z.infer<typeof longSearchResponse>
type PresentedHit = z.infer<typeof hit>

const DECIMALS = 1_000
const rounded = (value: number): number => Math.round(value * DECIMALS) / DECIMALS
const scoreOrNull = (score: number | null): number | null => (score === null ? null : toTen(score))

const presentPassage = (found: FoundPassage | null): Pick<PresentedHit, 'passage'> => {
  if (found === null) return {}
  const { anchor, url } = presentPlace(found)
  const { place, text } = found.passage
  return {
    passage: {
      anchor,
      source: passageSources[place.source],
      ...presentWriter(found.paper, place),
      url,
      text: text.trim(),
    },
  }
}

/** A query with the weight of each of its words. */
type WeighedQuery = { query: RankedQuery } & Pick<RankedPage, 'termWeights' | 'meanings'>

const presentCard = (hit: RankedHit, weighed: WeighedQuery): Omit<PresentedHit, 'id' | 'title' | 'score'> => {
  const { paper } = hit
  const { matched, snippet } = matchedWords(paper, weighed)
  const byField = rankedFieldNames.flatMap((field): [string, string[]][] => {
    const words = matched[field]
    return words === undefined ? [] : [[wireName(field), words]]
  })
  return {
    authors: paper.authors,
    year: paper.year,
    ...omitEmpty({
      institution: paper.institution,
      chapter: paper.chapter,
      longHorizonScore: scoreOrNull(paper.longHorizon),
      enterpriseScore: scoreOrNull(paper.enterprise),
    }),
    matched: Object.fromEntries(byField),
    ...omitEmpty({ snippet: snippet === null ? null : { ...snippet, field: wireName(snippet.field) } }),
    ...presentPassage(bestPassage(hit, weighed)),
  }
}

const presentHit = (hit: RankedHit, weighed: WeighedQuery, detail: Detail): PresentedHit => ({
  id: hit.paper.id,
  title: hit.paper.title,
  score: rounded(hit.score),
  ...(detail === 'ids' ? {} : presentCard(hit, weighed)),
  ...(detail === 'abstract' ? presentAbstract(hit.paper) : {}),
})

const presentParsedQuery = (
  { query, meanings }: WeighedQuery,
  match: 'any' | 'all',
): SearchResponse['parsedQuery'] => ({
  words: query.terms.map(({ term, weight }) => ({ word: term, weight: rounded(weight) })),
  ...(meanings.length === 0 ? {} : { meant: meanings.map(({ term, of }) => ({ word: term, closeTo: [...of] })) }),
  match,
  required: (query.required?.all ?? []).map((group) => group.map(({ tokens }) => tokens.join(' ')).join(' OR ')),
  excluded: (query.required?.none ?? []).map(({ tokens }) => tokens.join(' ')),
  ...presentDropped(query),
})

type Ports = { store: Store; cursors: Cursors; clock: Clock; takeTurn: TakeTurn; meaning: MeaningReader | null }

type Parameters = Record<string, string>

/** The address of a search; null if it would be too long for a request. */
const urlOf = (parameters: Parameters): string | null => {
  const url = `/api/v1/search?${new URLSearchParams(parameters).toString()}`
  const isShort = codePointLength(parameters['q'] ?? '') <= MAX_ADDRESS_CHARACTERS && url.length <= MAX_URL_LENGTH
  return isShort ? url : null
}

/** The address of the search without one of its conditions. */
const relaxedUrl = (given: Parameters, without: string, { query }: FoundPapers): string | null => {
  const left = without === 'withText' ? ['hasFullText'] : without === 'years' ? ['yearFrom', 'yearTo'] : [without]
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !left.includes(name)))
  return urlOf(without === 'operators' ? { ...kept, q: query.plainText } : kept)
}

/** The question as the answer repeats it. */
const repeatedQuestion = (q: string): string =>
  codePointLength(q) > MAX_ADDRESS_CHARACTERS ? `${beginningOf(q, REPEATED_LENGTH)}…` : q

/** Just enough to request the paper of a hit. */
const minimalHit = ({ id, title, score }: PresentedHit): PresentedHit => ({ id, title, score })

/** How much of a title is kept when nothing more fits. */
const MIN_TITLE_LENGTH = 24
const shortTitle = (title: string): string =>
  title.length > MIN_TITLE_LENGTH ? `${beginningOf(title, MIN_TITLE_LENGTH)}…` : title

const questionOf = ({ q, like, match, sort, interpret }: SearchInput, filter: RankedFilter): string => {
  // A filter of single values is written as before there were several, so that cursors stay valid.
  const { oneOf, citedHere, ...single } = filter
  const further = [
    ...(citedHere ? ['citedHere'] : []),
    ...(oneOf === null ? [] : [oneOf]),
    ...(interpret ? [interpret] : []),
    ...(like === null ? [] : [like]),
  ]
  return `search ${JSON.stringify([q, match, sort, single, ...further])}`
}

type Understood = Pick<SearchResponse, 'proposedFilters'> & {
  text: string
  filter: RankedFilter
  /** Parameters instead of the words that were read as filters. */
  instead: Record<string, string>
}

/** What a question asks for, with the words in it that can be read as filters. */
const understand = (input: SearchInput, now: Date): Understood => {
  const { q = '', interpret } = input
  const filter = toRankedFilter(input)
  const reading = readQuestion(q, calendarDay(now), filter)
  const asTyped = { text: q, filter, instead: {} }
  if (reading === null) return asTyped
  const proposedFilters = reading.read.map((proposed) => ({ ...proposed, applied: interpret }))
  // A question of dates alone is still ranked by its words, since a ranking needs some.
  if (!interpret) return { ...asTyped, proposedFilters }
  const text = reading.rest ?? q
  const read = Object.entries(reading.filters).map(([name, value]) => [name, String(value)])
  return {
    text,
    filter: { ...filter, ...reading.filters },
    instead: { ...Object.fromEntries(read), q: text, interpret: 'false' },
    proposedFilters,
  }
}

/** How the words of a request are read now; null if that is the same at any time. */
const readingNow = ({ clock }: Ports) => {
  return (context: Context): string | null => {
    const input = readQuery(context, searchQuery)
    return mayNameTime(input.q ?? '') ? JSON.stringify(understand(input, clock.now()).proposedFilters ?? []) : null
  }
}

/** @param given the parameters without the cursor, as an address has them */
const answer = async (ports: Ports, input: SearchInput, given: Parameters) => {
  const { store, clock } = ports
  const { q = '', match, sort, detail, limit, cursor, maxTokens } = input
  if (input.q === undefined && input.like === null)
    throw validationFailure([{ path: 'q', message: 'is required, or like' }])
  const { text, filter, instead, proposedFilters } = understand(input, clock.now())
  const pages = pagesByMeaning(ports, questionOf(input, filter), cursor)
  const from = pages.position ?? 0
  const like = input.like === null ? null : await getLikedPaper(store.public.related, input.like)
  const request = { text, like, match, sort, filter, from, limit, meaning: pages.meaning }
  const found = await searchPapers(store.public.ranking, request)
  pages.refuseOtherOrder(found.semantic)
  const hits = found.hits.map((hit) => presentHit(hit, found, detail))
  const relaxations = found.relaxations.map(({ without, total }) => ({
    without,
    total,
    ...omitEmpty({ url: relaxedUrl({ ...given, ...instead }, without, found) }),
  }))
  const compose = (shown: readonly PresentedHit[], next: ResumePoint | null) => ({
    query: repeatedQuestion(q),
    parsedQuery: presentParsedQuery(found, match),
    ...(like === null ? {} : { like: { id: like.id, title: like.title } }),
    corrections: found.corrections,
    ...omitEmpty({ unknownLanguage: found.unknownLanguage, proposedFilters }),
    total: found.total,
    strong: found.strong,
    hits: [...shown],
    ...(found.total === 0 ? { relaxations } : {}),
    ...(ports.meaning === null ? {} : { semantic: found.semantic }),
    nextCursor: next === null ? null : pages.sign(found.semantic, next.item),
    ...omitEmpty({ rerunUrl: urlOf(given) }),
  })
  const composeMinimal: typeof compose = (shown, next) => {
    const whole = compose(
      shown.map((hit) => ({ ...hit, title: shortTitle(hit.title) })),
      next,
    )
    const { meant: _, ...parsedQuery } = whole.parsedQuery
    return { ...whole, parsedQuery: { ...parsedQuery, words: [] } }
  }
  const hasMore = from + hits.length < found.total && hits.length > 0
  const budgeted = {
    items: hits,
    from: { item: from, character: 0 },
    compose,
    composeMinimal,
    shorten: minimalHit,
    hasMore,
  }
  const reply = json(200, fitAnswer(budgeted, maxTokens))
  return ports.meaning === null || found.semantic ? reply : forNow(reply)
}

const search = (ports: Ports) => (context: Context) => {
  const { cursor: _, ...given } = knownParameters(context, searchQuery)
  return answer(ports, readQuery(context, searchQuery), given)
}

const searchByBody = (ports: Ports) => async (context: Context) => {
  const read = { body: searchBody, schema: longSearchQuery, bytes: QUESTION_BODY_BYTES }
  const {
    input,
    given: { cursor: _, ...given },
  } = await readBodyQuery(context, read)
  return ports.takeTurn(context, () => answer(ports, input, given))
}

export const searchRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/search',
    summary: 'Ask in plain words, get the closest papers',
    query: searchQuery,
    dependsOnTime: readingNow(ports),
    responses: {
      200: { description: 'A page of hits, best first; nextCursor continues it.', schema: searchResponse },
    },
    handle: search(ports),
  },
  {
    ...bodyRoute,
    path: '/api/v1/search',
    summary: 'The same with a longer text, such as an abstract, in the body',
    body: searchBody,
    bodyExample: { q: 'Agents that work for hours lose track of what they did. We …', yearFrom: 2024, limit: 5 },
    responses: {
      200: { description: 'A page of hits, best first; nextCursor continues it.', schema: longSearchResponse },
    },
    handle: searchByBody(ports),
  },
]

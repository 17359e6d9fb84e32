import { z } from 'zod'
import { filterArguments } from '#schemas/paper-filter.ts'
import { MAX_RANKED_CHARACTERS } from '#core/search/ranking/ranked-query.ts'
import { rankedSorts } from '#ports/store/ranking.ts'
import { longSearchResponse, type LongSearchResponse } from '#http/agent-api/search.ts'
import { details } from '#http/agent-api/token-budget.ts'
import {
  cursorArgument,
  askQuestion,
  innerBudget,
  maxTokensArgument,
  withRenamedErrors,
  type Answer,
  defineTool,
  entriesOf,
  fitEntries,
  type InternalApi,
  type Tool,
  type ToolPorts,
} from '#http/agent-api/mcp/tool.ts'
import {
  beginningOfPaper,
  someIds,
  missingSchema,
  missingText,
  namedPapers,
  paperNames,
  paperName,
} from './paper-tools.ts'
import { validationFailure, Failure } from '#core/failure.ts'
import { passagesResponse, type PassagesResponse, type PresentedPassage } from '#http/agent-api/passages.ts'
import { MAX_REFERENCES, type referencesResponse } from '#http/agent-api/references.ts'
import { markUntrusted } from '#http/agent-api/mcp/mark-untrusted.ts'

const MAX_HITS = 100

/** A question, or a text such as an abstract. */
const question = () => z.string().min(1).max(MAX_RANKED_CHARACTERS)

/** `Read as filters: “since 2025”.` */
const describeReading = ({ proposedFilters: proposed = [], unknownLanguage }: LongSearchResponse): string[] => {
  const words = proposed.filter(({ applied }) => applied).map((one) => `“${one.words}”`)
  return [
    ...(words.length === 0 ? [] : [`Read as filters: ${words.join(', ')}.`]),
    ...(unknownLanguage === undefined ? [] : [`The library has no text in ${unknownLanguage}; ask in English.`]),
  ]
}

const describeHits = (found: LongSearchResponse): string => {
  const { total, strong, hits, corrections, nextCursor } = found
  const reading = describeReading(found)
  if (total === 0) return ['No paper matches; relaxations lists queries that would.', ...reading].join(' ')
  const corrected = corrections.map(({ from, to }) => `${from} was read as ${to}`)
  return [
    `Matching papers: ${total}, strong: ${strong}. Here: ${someIds(hits.map(({ id }) => id))}.`,
    ...(corrected.length === 0 ? [] : [`${corrected.join(', ')}.`]),
    ...reading,
    ...(nextCursor === null ? [] : ['More by nextCursor.']),
  ].join(' ')
}

/** The id of the paper that an argument names. Throws `invalid`. */
const likedId = async (api: InternalApi, name: string): Promise<string> => {
  const { papers } = await namedPapers(api, [name], { argument: 'like', fields: [] })
  const [paper] = papers
  if (paper === undefined) throw validationFailure([{ path: 'like', message: 'names no public paper' }])
  return paper.id
}

/** What agents read of every tool costs them tokens: how a query was read is described by the API alone. */
const describedSearch = longSearchResponse.extend({
  parsedQuery: z.looseObject({}),
  proposedFilters: z.array(z.looseObject({})).optional(),
  relaxations: z.array(z.looseObject({})).optional(),
})

export const searchPapers = defineTool({
  name: 'search_papers',
  title: 'Search papers',
  description: 'Find papers by a question in plain words or by terms; best first, each with the passage that matched.',
  input: z.strictObject({
    query: question().optional().describe('May contain "a phrase", -word, OR, title:word, author:name'),
    like: paperName().optional().describe('Papers like this one; instead of query, or with it'),
    match: z.enum(['any', 'all']).optional().describe('all: every word is required'),
    ...filterArguments,
    sort: z.enum(rankedSorts).optional(),
    interpret: z.boolean().optional().describe('true: dates in query are filters'),
    detail: z.enum(details).optional(),
    limit: z.int().min(1).max(MAX_HITS).default(20),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: describedSearch,
  answer: async ({ query, like: liked, maxTokens, ...given }, { api, publicUrl }) => {
    const like = liked === undefined ? undefined : await likedId(api, liked)
    const parameters = { q: query, like, ...given, maxTokens: innerBudget(maxTokens) }
    const { rerunUrl, ...found } = await withRenamedErrors({ q: 'query' }, () =>
      askQuestion<LongSearchResponse>(api, '/api/v1/search', parameters),
    )
    const body = { ...found, ...(rerunUrl === undefined ? {} : { rerunUrl: `${publicUrl()}${rerunUrl}` }) }
    return { body, text: describeHits(found) }
  },
})

const describePassages = ({ match, passages, nextCursor }: PassagesResponse): string => {
  if (passages.length === 0) return 'No passage was found.'
  const places = someIds(passages.map(({ anchor }) => anchor))
  const found =
    match === 'none'
      ? `No passage contains these words; the nearest are ${places}.`
      : `${match === undefined ? 'Passages' : `The words appear (${match})`} at ${places}.`
  return nextCursor === null ? found : `${found} More by nextCursor.`
}

const MAX_QUOTES = 20
const MAX_QUOTE_LENGTH = 2_000

const quotedPassage = passagesResponse.shape.passages.element.extend({
  index: z.int().optional().describe('Of the quotation among quotes, from 0'),
})

type Quoted = { found: z.infer<typeof quotedPassage>[]; unlike: number[] }

/** Where each quotation stands, or the passage nearest to it. */
const locateEach = async (
  { api, publicUrl }: Pick<ToolPorts, 'api' | 'publicUrl'>,
  quotes: readonly string[],
  ids: readonly string[] | undefined,
): Promise<Quoted> => {
  const found: Quoted['found'] = []
  const unlike: number[] = []
  // One by one, so that many quotations hold up nobody else.
  for (const [index, quote] of quotes.entries()) {
    const { passages } = await withRenamedErrors({ quote: `quotes.${index}`, ids: 'paperIds' }, () =>
      api.json<PassagesResponse>('/api/v1/passages', { quote, ids, limit: 1 }),
    )
    const [passage] = passages
    if (passage === undefined) unlike.push(index)
    else found.push({ ...passage, index, url: `${publicUrl()}${passage.url}` })
  }
  return { found, unlike }
}

const describeQuotations = ({ found, unlike }: Quoted): string => {
  const count = (wanted: string): number => found.filter(({ match }) => match === wanted).length
  return `Exact: ${count('exact')}; normalized: ${count('normalized')}; in no paper: ${count('none') + unlike.length}.`
}

/** Which papers an answer is limited to, and which of those that were named are missing. */
type Within = { ids: readonly string[] | undefined; missing: z.infer<typeof missingSchema> }

const missingField = ({ missing }: Within): Partial<Pick<Within, 'missing'>> =>
  missing.length === 0 ? {} : { missing }

const answerQuotations = async (
  { quotes, cursor, maxTokens }: { quotes: readonly string[]; cursor: string | undefined; maxTokens: number },
  within: Within,
  { api, publicUrl, cursors }: ToolPorts,
): Promise<Answer> => {
  const located = await locateEach({ api, publicUrl }, quotes, within.ids)
  const body = await fitEntries(cursors, {
    question: `quotes ${JSON.stringify([quotes, within.ids?.join(',')])}`,
    cursor,
    maxTokens,
    entries: entriesOf(
      located.found.map(({ index, paperId, version, anchor, url, match, text = '', ...card }) => ({
        key: { index, paperId, version, anchor, url, match },
        card,
        texts: [['text', text]],
      })),
    ),
    compose: (passages) => ({ passages, unlike: located.unlike, ...missingField(within) }),
  })
  return { body, text: describeQuotations(located) + missingText(within.missing) }
}

export const findPassages = defineTool({
  name: 'find_passages',
  title: 'Find passages',
  description: 'Find the passages that answer a question or contain quotations. Cite a passage by its anchor.',
  input: z.strictObject({
    query: question().optional().describe('This, quote or quotes'),
    quote: z.string().min(1).max(MAX_QUOTE_LENGTH).optional().describe('Words to find verbatim'),
    quotes: z.array(z.string().min(1).max(MAX_QUOTE_LENGTH)).min(1).max(MAX_QUOTES).optional(),
    paperIds: paperNames().optional().describe('Only in these papers'),
    limit: z.int().min(1).max(50).default(10),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: passagesResponse.extend({
    passages: z.array(quotedPassage),
    unlike: z.array(z.int()).optional().describe('Quotes that no passage resembles'),
    missing: missingSchema.optional(),
  }),
  answer: async ({ query, quote, quotes, paperIds, maxTokens, ...page }, ports) => {
    const { api, publicUrl } = ports
    if (quotes !== undefined && (query !== undefined || quote !== undefined))
      throw validationFailure([{ path: 'quotes', message: 'must come without query and quote' }])
    const named = paperIds === undefined ? null : await namedPapers(api, paperIds, { argument: 'paperIds', fields: [] })
    if (named?.papers.length === 0)
      throw validationFailure([{ path: 'paperIds', message: `names no public paper.${missingText(named.missing)}` }])
    const ids = named?.papers.map(({ id }) => id)
    const within = { ids, missing: named?.missing ?? [] }
    if (quotes !== undefined) return answerQuotations({ quotes, cursor: page.cursor, maxTokens }, within, ports)
    const parameters = { q: query, quote, ids, ...page, maxTokens: innerBudget(maxTokens) }
    const found = await withRenamedErrors({ q: 'query', ids: 'paperIds' }, () =>
      askQuestion<PassagesResponse>(api, '/api/v1/passages', parameters),
    )
    const addressed = (passage: PresentedPassage) => ({ ...passage, url: `${publicUrl()}${passage.url}` })
    return {
      body: { ...found, passages: found.passages.map(addressed), ...missingField(within) },
      text: describePassages(found) + missingText(within.missing),
    }
  },
})

type Results = z.infer<typeof referencesResponse>['results']

/** `In the library: 3; ambiguous: 1; absent: 2. Retracted: p7.` */
const describeResults = (results: Results): string => {
  const count = (wanted: string): number => results.filter(({ result }) => result === wanted).length
  const retracted = results.flatMap(({ id, retracted: is }) => (id !== undefined && is === true ? [id] : []))
  const counts = `In the library: ${count('in_corpus')}; ambiguous: ${count('ambiguous')}; absent: ${count('absent')}.`
  return retracted.length === 0 ? counts : `${counts} Retracted: ${someIds(retracted)}.`
}

export const checkReferences = defineTool({
  name: 'check_references',
  title: 'Check references',
  description:
    'Find which papers here some references mean: in_corpus, ambiguous or absent, and whether retracted. Absent says nothing about other libraries.',
  input: z.strictObject({
    references: z
      .array(z.string().min(1).max(2_000))
      .min(1)
      .max(MAX_REFERENCES)
      .describe('DOI, arXiv id, BibTeX entry or printed reference'),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  // The route describes the rest of a result, which is read before each conversation here.
  output: z.looseObject({
    results: z.array(z.looseObject({ index: z.int(), result: z.enum(['in_corpus', 'ambiguous', 'absent']) })),
  }),
  answer: async ({ references, cursor, maxTokens }, { api, cursors }) => {
    const { results } = await api.post<z.infer<typeof referencesResponse>>('/api/v1/references/check', { references })
    const body = await fitEntries(cursors, {
      question: `references ${JSON.stringify(references)}`,
      cursor,
      maxTokens,
      entries: entriesOf(results.map((result) => ({ key: result }))),
      compose: (shown) => ({ results: shown }),
    })
    return { body, text: describeResults(results) }
  },
})

const MAX_RESULTS = 20
/** More would be too long to read at once; the rest is at the paper's address. */
const MAX_CHARACTERS = 100_000

const search = defineTool({
  name: 'search',
  title: 'Search papers',
  description: 'Find papers of the library by a question in plain words or by terms, best first.',
  isExact: true,
  input: z.strictObject({ query: question() }),
  output: z.strictObject({
    results: z.array(z.strictObject({ id: z.string(), title: z.string(), url: z.string() })),
  }),
  answer: async ({ query }, { api, publicUrl }) => {
    const parameters = { q: query, detail: 'ids', limit: MAX_RESULTS }
    const { hits } = await withRenamedErrors({ q: 'query' }, () =>
      askQuestion<LongSearchResponse>(api, '/api/v1/search', parameters),
    )
    const results = hits.map(({ id, title }) => ({ id, title, url: `${publicUrl()}/papers/${id}` }))
    return { body: { results }, text: '' }
  },
})

const fetchPaper = defineTool({
  name: 'fetch',
  title: 'Read a paper',
  description: 'Everything public about a paper, by an id from search, as Markdown.',
  isExact: true,
  input: z.strictObject({ id: paperName() }),
  output: z.strictObject({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.record(z.string(), z.unknown()),
  }),
  answer: async ({ id: name }, { api, publicUrl }) => {
    const fields = [
      'authors',
      'year',
      'institution',
      'doi',
      'arxivId',
      'chapter',
      'longHorizonScore',
      'enterpriseScore',
    ]
    const { papers, missing } = await namedPapers(api, [name], { argument: 'id', fields })
    const [paper] = papers
    if (paper === undefined)
      throw new Failure('not_found', `There is no public paper ${name}: ${missing[0]?.reason ?? 'not_found'}.`)
    const { id, title, ...metadata } = paper
    const text = beginningOfPaper(await api.text(`/papers/${id}.md`), MAX_CHARACTERS)
    const { untrusted } = markUntrusted({ title, text, ...metadata })
    return {
      body: { id, title, text, url: `${publicUrl()}/papers/${id}`, metadata: { ...metadata, untrusted } },
      text: '',
    }
  },
})

/** The two tools that connectors of assistants look for, in the forms that they require. */
export const connectorTools: readonly Tool[] = [search, fetchPaper]

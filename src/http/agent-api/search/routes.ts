import type { Context } from 'hono'
import type { Store } from '#ports/store/store.ts'
import { searchPapers, type FoundPapers } from '#queries/search/search-papers.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { knownParameters, readQuery } from '#http/input/query.ts'
import { agentRoute } from '#http/agent-api/public-read.ts'
import { beginningOf, fitAnswer, type ContinuedAt } from '#http/agent-api/token-budget.ts'
import { searchQuery, toRankedFilter, type SearchInput } from './input.ts'
import { presentHit, presentParsedQuery, searchResponse, type PresentedHit } from './present.ts'

type Ports = { store: Store; cursors: Cursors }

const urlOf = (parameters: Record<string, string>): string =>
  `/api/v1/search?${new URLSearchParams(parameters).toString()}`

/** The address of the search without one of its demands. */
const relaxedUrl = (given: Record<string, string>, without: string, { query }: FoundPapers): string => {
  const left = without === 'withText' ? ['hasFullText'] : without === 'years' ? ['yearFrom', 'yearTo'] : [without]
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !left.includes(name)))
  return urlOf(without === 'operators' ? { ...kept, q: query.plainText } : kept)
}

/** What is needed to ask for a hit. */
const shortHit = ({ id, title, score }: PresentedHit): PresentedHit => ({ id, title, score })

/** Of a title, where nothing more fits. */
const LEAST_TITLE = 24
const leastTitle = (title: string): string =>
  title.length > LEAST_TITLE ? `${beginningOf(title, LEAST_TITLE)}…` : title

const questionOf = ({ q, match, sort, ...input }: SearchInput): string =>
  `search ${JSON.stringify([q, match, sort, toRankedFilter({ q, match, sort, ...input })])}`

const search =
  ({ store, cursors }: Ports) =>
  async (context: Context) => {
    const input = readQuery(context, searchQuery)
    const { q, match, sort, detail, limit, cursor, maxTokens } = input
    const question = questionOf(input)
    const from = cursors.read(question, cursor) ?? 0
    const request = { text: q, match, sort, filter: toRankedFilter(input), from, limit }
    const found = await searchPapers(store.public.ranking, request)
    const { cursor: _, ...given } = knownParameters(context, searchQuery)
    const hits = found.hits.map((hit) => presentHit(hit, found, detail))
    const relaxations = found.relaxations.map(({ without, total }) => ({
      without,
      total,
      url: relaxedUrl(given, without, found),
    }))
    const compose = (shown: readonly PresentedHit[], next: ContinuedAt | null) => ({
      query: q,
      parsedQuery: presentParsedQuery(found.query, match),
      corrections: found.corrections,
      total: found.total,
      hits: [...shown],
      ...(found.total === 0 ? { relaxations } : {}),
      nextCursor: next === null ? null : cursors.sign(question, next.item),
      rerunUrl: urlOf(given),
    })
    const composeLeast: typeof compose = (shown, next) => {
      const whole = compose(
        shown.map((hit) => ({ ...hit, title: leastTitle(hit.title) })),
        next,
      )
      return { ...whole, parsedQuery: { ...whole.parsedQuery, words: [] } }
    }
    const goesOn = from + hits.length < found.total && hits.length > 0
    const answer = { items: hits, from: { item: from, character: 0 }, compose, composeLeast, shorten: shortHit, goesOn }
    return json(200, fitAnswer(answer, maxTokens))
  }

export const searchRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/search',
    summary: 'Ask in plain words, get the closest papers',
    query: searchQuery,
    responses: {
      200: { description: 'A page of hits, best first; nextCursor continues it.', schema: searchResponse },
      400: { description: 'A parameter is missing, unknown or out of range; errors names each.' },
    },
    handle: search(ports),
  },
]

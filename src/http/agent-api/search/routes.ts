import type { Context } from 'hono'
import { estimateTokens } from '#core/text/estimate-tokens.ts'
import type { Store } from '#ports/store/store.ts'
import { searchPapers, type FoundPapers } from '#queries/search-papers.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { knownParameters, readQuery } from '#http/input/query.ts'
import { agentRoute } from '#http/agent-api/public-read.ts'
import { searchQuery, toRankedFilter, type SearchInput } from './input.ts'
import { presentHit, presentParsedQuery, searchResponse, type SearchResponse } from './present.ts'

type Ports = { store: Store; cursors: Cursors }

const urlOf = (parameters: Record<string, string>): string =>
  `/api/v1/search?${new URLSearchParams(parameters).toString()}`

/** The address of the search without one of its demands. */
const relaxedUrl = (given: Record<string, string>, without: string, { query }: FoundPapers): string => {
  const parameter = without === 'withText' ? 'hasFullText' : without
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => name !== parameter))
  return urlOf(without === 'operators' ? { ...kept, q: query.plainText } : kept)
}

/** The size counts itself: its digits hardly change it. */
const withEstimate = (body: SearchResponse): SearchResponse => ({
  ...body,
  estimatedTokens: estimateTokens(JSON.stringify({ ...body, estimatedTokens: 1_000_000 })),
})

/** As many hits as fit; of a first one that does not fit, what is needed to ask for it. */
const fitHits = (
  compose: (count: number) => SearchResponse,
  count: number,
  maxTokens: number | null,
): SearchResponse => {
  for (let shown = count; shown > 1; shown -= 1) {
    const body = withEstimate(compose(shown))
    if (maxTokens === null || body.estimatedTokens <= maxTokens) return body
  }
  const single = compose(Math.min(1, count))
  const body = withEstimate(single)
  if (maxTokens === null || body.estimatedTokens <= maxTokens) return body
  return withEstimate({ ...single, hits: single.hits.map(({ id, title, score }) => ({ id, title, score })) })
}

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
    const hits = found.hits.map((hit) => presentHit(hit, found.query, detail))
    const relaxations = found.relaxations.map(({ without, total }) => ({
      without,
      total,
      url: relaxedUrl(given, without, found),
    }))
    const compose = (count: number): SearchResponse => ({
      query: q,
      parsedQuery: presentParsedQuery(found.query, match),
      corrections: found.corrections,
      total: found.total,
      hits: hits.slice(0, count),
      ...(found.total === 0 ? { relaxations } : {}),
      nextCursor: count > 0 && from + count < found.total ? cursors.sign(question, from + count) : null,
      rerunUrl: urlOf(given),
      estimatedTokens: 0,
    })
    return json(200, fitHits(compose, hits.length, maxTokens))
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

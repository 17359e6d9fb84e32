import type { Context } from 'hono'
import { formatAnchor } from '#core/passages/anchor.ts'
import { Failure } from '#core/failure.ts'
import type { Store } from '#ports/store/store.ts'
import { findPassages } from '#queries/search/find-passages.ts'
import { locateInCorpus } from '#queries/locate-quote.ts'
import { resolveAnchor } from '#queries/resolve-anchor.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Cursors } from '#http/paging/signed-cursors.ts'
import { readQuery } from '#http/input/query.ts'
import { agentRoute } from '#http/agent-api/public-read.ts'
import { fitAnswer, fromPosition, toPosition } from '#http/agent-api/token-budget.ts'
import { checkOneQuestion, passageQuery, type PassageInput } from './input.ts'
import {
  passagesResponse,
  presentLocated,
  presentRanked,
  presentResolved,
  type PassagesResponse,
  type PresentedPassage,
} from './present.ts'

type Ports = { store: Store; cursors: Cursors }

type Found = Pick<PassagesResponse, 'corrections' | 'match' | 'passages'>

const ask = async ({ store }: Ports, input: PassageInput): Promise<Found> => {
  const { q, quote, anchor, ids, perPaper, detail } = input
  const { ranking, passages: reader } = store.public
  if (q !== undefined) {
    const { corrections, passages } = await findPassages({ ranking, passages: reader }, { text: q, ids, perPaper })
    return { corrections, passages: passages.map((found) => presentRanked(found, detail)) }
  }
  if (quote !== undefined) {
    const { match, passages } = await locateInCorpus(reader, { quote, ids })
    return { match, passages: passages.map((found) => presentLocated(found, detail)) }
  }
  if (anchor === undefined) throw new Error('nothing was asked for')
  const found = await resolveAnchor(reader, anchor)
  if (found === null) throw new Failure('not_found', `There is no passage ${formatAnchor(anchor)}.`)
  return { passages: [presentResolved(found, detail)] }
}

/** A piece of a text has no offsets, which are those of the whole, and nothing beside it. */
const withText = (
  { start: _start, end: _end, abstract: _abstract, ...passage }: PresentedPassage,
  text: string,
  isCut: boolean,
) => ({
  ...passage,
  text,
  ...(isCut ? { continues: true as const } : {}),
})

const showPassages = (ports: Ports) => async (context: Context) => {
  const input = readQuery(context, passageQuery)
  checkOneQuestion(input)
  const { limit, cursor, maxTokens, ...asked } = input
  const question = `passages ${JSON.stringify(asked)}`
  const from = fromPosition(ports.cursors.read(question, cursor))
  const { passages, ...found } = await ask(ports, input)
  const items = passages.slice(from.item, from.item + limit)
  const answer = {
    items,
    from,
    goesOn: passages.length > from.item + limit,
    compose: (shown: readonly PresentedPassage[], next: ReturnType<typeof fromPosition> | null) => ({
      ...found,
      passages: [...shown],
      nextCursor: next === null ? null : ports.cursors.sign(question, toPosition(next)),
    }),
    ...(input.detail === 'ids' ? {} : { text: { of: ({ text = '' }: PresentedPassage) => text, with: withText } }),
  }
  return json(200, fitAnswer(answer, maxTokens))
}

export const passageRoutes = (ports: Ports): Route[] => [
  {
    ...agentRoute,
    path: '/api/v1/passages',
    summary: 'Find the passages that answer a question, or where quoted words stand',
    query: passageQuery,
    responses: {
      200: { description: 'Passages, best first; nextCursor continues them.', schema: passagesResponse },
      400: { description: 'A parameter is missing, unknown or out of range; errors names each.' },
      404: { description: 'No passage has this anchor, or it is not public.' },
    },
    handle: showPassages(ports),
  },
]

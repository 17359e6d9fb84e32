import { costlyTexts } from '../../test/support/generated/costly-texts.ts'
import { largestValue } from '../../test/support/generated/largest-values.ts'
import type { JsonSchema } from '../../test/support/generated/schema-values.ts'
import type { Target } from '../attack.ts'
import { sendOnAndOn } from './hostile-text.ts'

/** Below the 256 KiB that both routes accept. */
const BODY_BYTES = 250_000
const REFERENCES = 25
const MESSAGES = 20

const texts = Object.values(costlyTexts)

/** A text of at most so many bytes in JSON; the one at this number, counted around. */
const textAt = (number: number, bytes: number): string => {
  const make = texts[number % texts.length] ?? ((length: number) => 'a'.repeat(length))
  const sample = make(1_000)
  return make(Math.floor((bytes * sample.length) / Buffer.byteLength(JSON.stringify(sample)))).toWellFormed()
}

const references = (number: number, length: number): string[] =>
  Array.from({ length: REFERENCES }, () =>
    textAt(number, Math.min(length, BODY_BYTES / REFERENCES - 10)).slice(0, length),
  )

export const costlyReferences = sendOnAndOn(
  'costly-references',
  'checks of 25 references each, of the characters and words that cost the most to fold',
  (number) => ({ method: 'POST', path: '/api/v1/references/check', body: { references: references(number, 10_000) } }),
)

const tools = (number: number): { name: string; arguments: Record<string, unknown> }[] => {
  const query = textAt(number, 6_000).slice(0, 1_900)
  return [
    { name: 'search_papers', arguments: { query: `agent ${query}`, maxTokens: 100_000, limit: 100 } },
    { name: 'find_passages', arguments: { quote: query } },
    { name: 'find_passages', arguments: { query, limit: 50, maxTokens: 100_000 } },
    {
      name: 'get_papers',
      arguments: { ids: ['p1', 'p2', 'p3', 'p4', 'p5'], sections: ['fullText'], maxTokens: 100_000 },
    },
    { name: 'check_references', arguments: { references: Array.from({ length: 5 }, () => query) } },
  ]
}

export const costlyBatches = sendOnAndOn(
  'costly-batches',
  'batches of 20 calls of tools for agents, with the longest and most costly arguments',
  (number) => ({
    method: 'POST',
    path: '/mcp',
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26' },
    body: Array.from({ length: MESSAGES }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: tools(number)[id % 5],
    })),
  }),
)

type Operation = { requestBody?: { content: Record<string, { schema?: JsonSchema }> } }
type Described = { method: string; path: string; schema: JsonSchema }

const described = new Map<number, Promise<Described[]>>()

/** The routes that take JSON, as the server describes them. */
const routesOf = async ({ host, port }: Target): Promise<Described[]> => {
  const { paths } = (await (await fetch(`http://${host}:${port}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      return schema === undefined ? [] : [{ method: method.toUpperCase(), path, schema }]
    }),
  )
}

/** The texts and lists of every body, filled one after another as far as the schema allows and the body has room. */
export const costlyBodies = sendOnAndOn(
  'costly-bodies',
  'bodies for every route that takes JSON, each field filled with the characters and words that cost the most',
  async (number, target) => {
    const routes = described.get(target.port) ?? routesOf(target)
    described.set(target.port, routes)
    const known = await routes
    const route = known[number % known.length]
    if (route === undefined) throw new Error('the server describes no route that takes JSON')
    const make = (length: number): string => textAt(Math.floor(number / known.length), length).slice(0, length)
    return {
      method: route.method,
      path: route.path.replaceAll(/\{\w+\}/gu, 'p1'),
      body: largestValue(route.schema, make, BODY_BYTES),
    }
  },
)

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc, { type Arbitrary } from 'fast-check'
import { anyText } from '../support/generated/text.ts'
import { weighted, testSeed } from '../support/generated/random.ts'
import { budget, isThorough } from '../support/budgets.ts'
import { anyJson, validValue, type JsonSchema } from '../support/generated/schema-values.ts'
import { ask, sendMessage, type CallResult } from '../support/mcp.ts'
import { leastPaper, wholePaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(
  wholePaper(),
  leastPaper({ id: 'p2', title: 'Agents remember', fullText: 'They remember. '.repeat(900) }),
)

type Tool = { name: string; inputSchema: JsonSchema; outputSchema: object }
const { tools } = await ask<{ tools: Tool[] }>(service, 'tools/list')
const ajv = new Ajv2020({ strict: false })
const checks = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]))

const paperNames = fc.constantFrom('p1', 'p2', 'p3', 'https://example.org/papers/1', '10.1000/a,b', 'arXiv:2503.01234')
const words = weighted(
  [3, fc.constantFrom('agents', 'remember OR "save state" -robot', 'author:Example')],
  [1, anyText],
)
const hints: Record<string, Arbitrary<unknown>> = {
  query: words,
  quote: words,
  ids: fc.array(weighted([9, paperNames], [1, anyText]), { minLength: 1, maxLength: 20 }),
  paperIds: fc.array(paperNames, { minLength: 1, maxLength: 20 }),
  id: weighted([3, fc.constantFrom('p1', 'checkpointing', '4', 'latest', '..', 'a/b?c#d', '%2e%2e')], [1, anyText]),
  since: fc.nat(12),
  maxTokens: fc.constantFrom(500, 900, 4_000, 100_000),
}

/** A connection that rests for long is closed, perhaps while the next request is on its way. */
const ONCE = { connection: 'close' }

type Call = { name: string; args: unknown }

type Arguments = Record<string, unknown>

/** Tools that take either want one of them. */
const oneQuestion = ({ query, ...others }: Arguments): Arguments =>
  query === undefined || 'ids' in others || 'quote' in others ? others : { query, ...others }

const anyCallOf = (called: readonly Tool[]): Arbitrary<Call> =>
  fc.constantFrom(...called).chain(({ name, inputSchema }) => {
    // A cursor belongs to an earlier answer: without one an answer is likely.
    const { cursor: _cursor, ...properties } = inputSchema.properties ?? {}
    const valid = (validValue({ ...inputSchema, properties }, hints) as Arbitrary<Arguments>).map(oneQuestion)
    const wrong = weighted<unknown>([1, anyJson], [1, anyText], [1, fc.constant('AAAAAAAAAlJ4Si_LHx2niA')])
    const spoilt = fc.tuple(valid, fc.constantFrom(...Object.keys(inputSchema.properties ?? {}), 'other'), wrong)
    return weighted<unknown>(
      [6, valid],
      [3, spoilt.map(([args, field, value]) => ({ ...args, [field]: value }))],
      [1, anyJson],
    ).map((args) => ({ name, args }))
  })

/** Enough for every tool that can answer at all; what chance left out must not fail a run. */
const ROUNDS_FOR_UNANSWERED = 10

test('a tool answers any call as its schema says, or names the errors', async () => {
  const [numRuns, seed] = [budget('toolCalls'), testSeed()]
  const outcomes = new Map<string, number>()
  const unanswered = (): Tool[] => tools.filter(({ name }) => !outcomes.has(`${name} answered`))
  const call = async (called: readonly Tool[], round: number): Promise<void> => {
    const property = fc.asyncProperty(anyCallOf(called), async ({ name, args }) => {
      const response = await sendMessage(service, 'tools/call', { name, arguments: args })
      const text = await response.text()
      assert.ok(response.status < 500, text)
      const { result, error } = JSON.parse(text) as { result?: CallResult; error?: { code: number } }
      const outcome = error === undefined ? (result?.isError === true ? 'refused' : 'answered') : 'malformed'
      outcomes.set(`${name} ${outcome}`, (outcomes.get(`${name} ${outcome}`) ?? 0) + 1)
      assert.ok(error === undefined || error.code === -32_602 || error.code === -32_600, text)
      assert.doesNotMatch(text, /went wrong on our side/u)
      const check = checks.get(name)
      if (outcome === 'answered')
        assert.ok(check?.(result?.structuredContent), `${text}: ${JSON.stringify(check?.errors)}`)
    })
    await fc.assert(property, { numRuns, seed: seed + round })
  }
  await call(tools, 0)
  for (let round = 1; isThorough && unanswered().length > 0 && round <= ROUNDS_FOR_UNANSWERED; round += 1)
    await call(unanswered(), round)
  assert.deepEqual(
    service.logged.filter(({ level }) => level === 'error'),
    [],
  )
  // In a short run each is answered most likely, which is not enough for a test.
  assert.ok(unanswered().length <= (isThorough ? 0 : tools.length - 1), JSON.stringify([...outcomes]))
})

const anyHeader = weighted<string>(
  [4, fc.constantFrom('2026-07-28', '1999-01-01', 'tools/call', 'search_papers')],
  [4, fc.constantFrom('2025-06-18', '2025-03-26')],
  [1, fc.string({ unit: fc.constantFrom(...'abc-/,;=?:% 0'), maxLength: 30 })],
)
const message = fc.record(
  {
    jsonrpc: weighted<unknown>([9, fc.constant('2.0')], [1, anyJson]),
    id: weighted<unknown>([4, fc.nat(9)], [1, anyJson]),
    method: weighted<unknown>(
      [
        9,
        fc.constantFrom(
          'initialize',
          'ping',
          'tools/list',
          'tools/call',
          'server/discover',
          'subscriptions/listen',
          'resources/read',
          'prompts/get',
          'completion/complete',
        ),
      ],
      [1, anyText],
    ),
    params: weighted<unknown>(
      [
        1,
        fc.record({
          name: fc.constantFrom('count_papers', 'compare_papers', 'nope'),
          uri: weighted([1, fc.constantFrom('longview://papers/p1', 'longview://briefs/a')], [1, anyText]),
          arguments: anyJson,
          _meta: anyJson,
        }),
      ],
      [1, anyJson],
    ),
  },
  { requiredKeys: ['method'] },
)
const anyBody: Arbitrary<string> = weighted<unknown>(
  [6, message],
  [1, fc.array(message, { maxLength: 25 })],
  [1, anyJson],
)
  .map((value) => JSON.stringify(value) ?? '')
  .chain((json) => weighted([9, fc.constant(json)], [1, anyText], [1, fc.constant(json.slice(0, -1))]))

const anyPath = fc.constantFrom('/mcp', '/mcp', '/mcp/connector')

test('no message causes an error of the server', async () => {
  const [numRuns, seed] = [budget('toolMessages'), testSeed()]
  const statuses = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(anyBody, anyHeader, anyHeader, anyPath, async (body, version, method, path) => {
      const headers = {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...ONCE,
      }
      const response = await service.send('POST', path, body, headers)
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const text = await response.text()
      assert.ok(response.status < 500, `${response.status} ${text}`)
    }),
    { numRuns, seed },
  )
  assert.deepEqual(
    service.logged.filter(({ level }) => level === 'error'),
    [],
  )
  const seen = [200, 202, 400].filter((status) => statuses.has(status))
  assert.ok(seen.length >= (isThorough ? 3 : 1), JSON.stringify([...statuses]))
})

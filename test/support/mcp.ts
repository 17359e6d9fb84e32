import assert from 'node:assert/strict'
import { rawRequest } from './raw-http.ts'
import { type TestService, startTestService } from './service/test-service.ts'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { longText } from './generated/text.ts'
import { leastPaper, wholePaper } from './service/papers.ts'
import { submitInto } from './service/review.ts'

export const LATEST = '2026-07-28'

const envelope = {
  'io.modelcontextprotocol/protocolVersion': LATEST,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export type CallResult = {
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

type Params = Record<string, unknown>

const ACCEPT = 'application/json, text/event-stream'

const subject = ({ name, uri }: Params): Record<string, string> => {
  const named = name ?? uri
  return typeof named === 'string' ? { 'mcp-name': named } : {}
}

type Server = Pick<TestService, 'url'>

/**
 * Sends one message in the form of the newest revision, over a new connection: one that was idle while other tests ran may be
 * closed just as the next message is sent. @returns the whole response
 */
export const sendMessage = async (
  { url }: Server,
  method: string,
  params: Params = {},
  { path = '/mcp', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Response> => {
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }
  const reply = await rawRequest(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: ACCEPT,
      'mcp-protocol-version': LATEST,
      'mcp-method': method,
      ...subject(params),
      ...headers,
    },
    chunks: [JSON.stringify(message)],
  })
  const entries = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Response(reply.body, { status: reply.status, headers: entries })
}

/** The result of one message; fails for an error of the protocol. */
export const ask = async <Result>(
  service: Server,
  method: string,
  params: Params = {},
  options: { path?: string } = {},
): Promise<Result> => {
  const response = await sendMessage(service, method, params, options)
  const body = (await response.json()) as { result?: Result; error?: unknown }
  assert.equal(body.error, undefined, JSON.stringify(body.error))
  assert.equal(response.status, 200)
  assert.ok(body.result !== undefined)
  return body.result
}

export const callTool = (
  service: Server,
  name: string,
  args: Params = {},
  options: { path?: string } = {},
): Promise<CallResult> => ask<CallResult>(service, 'tools/call', { name, arguments: args }, options)

/** The answer of a tool that must succeed. */
export const answerOf = async <Body>(
  service: Server,
  name: string,
  args: Params = {},
  options: { path?: string } = {},
): Promise<Body> => {
  const { content, structuredContent, isError } = await callTool(service, name, args, options)
  assert.notEqual(isError, true, content[0]?.text ?? '')
  return structuredContent as Body
}

/** A word of papers that are not public. */
export const HIDDEN = 'zqhiddenzq'

/** The published brief, which is longer than a small answer. */
export const brief = {
  id: '2026-w47',
  week: { year: 2026, week: 47 },
  title: 'A week',
  summary: 'Plans were made. '.repeat(60),
  take: 'We wait. '.repeat(90),
  featured: ['p1', 'p3'],
  publishedAt: '2026-11-20T10:00:00.000Z',
}

/** Papers p1 to p11, p90 with a long text, two papers that are not public, a gap and a brief. */
export const startLibrary = async (t: Parameters<typeof startTestService>[0]): Promise<TestService> => {
  const service = await startTestService(t)
  const papers = Array.from({ length: 11 }, (_, index) =>
    wholePaper({
      id: `p${index + 1}`,
      title: `Checkpoints ${index} for agents`,
      year: 2015 + index,
      url: `https://example.org/papers/${index + 1}`,
      concepts: [`Concept ${index}`, 'planning'],
    }),
  )
  await service.accept(...papers, leastPaper({ id: 'p90', title: 'Long', fullText: longText }))
  const key = await service.key()
  await submitInto(service, {
    key,
    state: 'pending',
    paper: wholePaper({
      id: 'p700',
      title: `Agents ${HIDDEN}`,
      concepts: [HIDDEN],
      url: 'https://example.org/7',
      fullText: HIDDEN,
    }),
  })
  await submitInto(service, {
    key,
    state: 'retracted',
    paper: wholePaper({
      id: 'p701',
      title: `Retracted agents ${HIDDEN}`,
      concepts: ['planning'],
      url: 'https://example.org/71',
    }),
  })
  await service.store.transact((tx) =>
    tx.gaps.put(
      { id: 'g1', title: 'Gap', severity: 'high', explanation: 'Why. '.repeat(200), paperIds: ['p1', 'p700'] },
      service.clock.now().toISOString(),
    ),
  )
  await service.run(publishBrief, { brief, actor: 'test' })
  return service
}

/** What a tool gives at once, and where it goes on. */
export type Page = Record<string, unknown> & { nextCursor?: string | null }

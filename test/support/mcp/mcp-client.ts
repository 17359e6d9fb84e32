import assert from 'node:assert/strict'
import { rawRequest } from '../http/raw-request.ts'
import type { TestService } from '../service/test-service.ts'

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
 * One message in the form of the newest revision, over a connection of its own: one that rested while other tests ran may be
 * closed just when the next message is on its way. The whole response.
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

import assert from 'node:assert/strict'
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

/** One message in the form of the newest revision; the whole response. */
export const sendMessage = (
  service: Pick<TestService, 'send'>,
  method: string,
  params: Params = {},
  { path = '/mcp', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  service.send(
    'POST',
    path,
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } },
    { accept: ACCEPT, 'mcp-protocol-version': LATEST, 'mcp-method': method, ...subject(params), ...headers },
  )

/** The result of one message; fails for an error of the protocol. */
export const ask = async <Result>(
  service: Pick<TestService, 'send'>,
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
  service: Pick<TestService, 'send'>,
  name: string,
  args: Params = {},
  options: { path?: string } = {},
): Promise<CallResult> => ask<CallResult>(service, 'tools/call', { name, arguments: args }, options)

/** The answer of a tool that must succeed. */
export const answerOf = async <Body>(
  service: Pick<TestService, 'send'>,
  name: string,
  args: Params = {},
  options: { path?: string } = {},
): Promise<Body> => {
  const { content, structuredContent, isError } = await callTool(service, name, args, options)
  assert.notEqual(isError, true, content[0]?.text ?? '')
  return structuredContent as Body
}

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ask, sendMessage } from '../../support/mcp.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { rawRequest } from '../../support/raw-http.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(leastPaper())
const open = await startTestService({ after }, { bind: '0.0.0.0' })

const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' }
const ACCEPT = { accept: 'application/json, text/event-stream' }

/** The message that an answer to a client of 2025 carries. */
const eventOf = async (response: Response): Promise<{ result: Record<string, unknown> }> => {
  const data = /^data: (?<json>.*)$/mu.exec(await response.text())?.groups?.json
  return JSON.parse(data ?? '{}') as { result: Record<string, unknown> }
}

test('clients of 2025 are answered without a session', async () => {
  for (const protocolVersion of ['2025-03-26', '2025-06-18', '2025-11-25']) {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const hello = await service.send('POST', '/mcp', { ...list, method: 'initialize', params }, ACCEPT)
    assert.equal(hello.headers.get('mcp-session-id'), null)
    assert.equal((await eventOf(hello)).result.protocolVersion, protocolVersion)
    const headers = { ...ACCEPT, 'mcp-protocol-version': protocolVersion }
    const done = { jsonrpc: '2.0', method: 'notifications/initialized' }
    assert.equal((await service.send('POST', '/mcp', done, headers)).status, 202)
    const params2 = { name: 'count_papers', arguments: { groupBy: 'year' } }
    const called = await service.send('POST', '/mcp', { ...list, method: 'tools/call', params: params2 }, headers)
    assert.equal(((await eventOf(called)).result.structuredContent as { total: number }).total, 1)
  }
})

type Remote = { url: string; supportedProtocolVersions: string[] }

test('the catalogue of the host leads to a card that says what the server says of itself', async (t) => {
  const catalog = await service.get('/.well-known/ai-catalog.json')
  assert.equal(catalog.headers.get('content-type'), 'application/ai-catalog+json')
  const { specVersion, entries } = (await catalog.json()) as {
    specVersion: string
    entries: { type: string; url: string }[]
  }
  assert.equal(specVersion, '1.0')
  for (const { url } of entries) assert.equal((await fetch(url)).status, 200, url)
  const address = entries.find(({ type }) => type === 'application/mcp-server-card+json')?.url ?? ''
  const response = await fetch(address, { headers: { accept: 'application/mcp-server-card+json' } })
  const card = (await response.json()) as Record<string, unknown> & { remotes: Remote[] }
  assert.deepEqual(
    ['content-type', 'access-control-allow-origin'].map((name) => response.headers.get(name)),
    ['application/mcp-server-card+json', '*'],
  )
  const { supportedVersions, _meta } = await ask<{ supportedVersions: string[]; _meta: Record<string, unknown> }>(
    service,
    'server/discover',
  )
  const said = _meta['io.modelcontextprotocol/serverInfo'] as Record<string, unknown>
  for (const name of ['name', 'version', 'title', 'websiteUrl']) assert.equal(card[name], said[name], name)
  assert.equal(card.remotes[0]?.url, `${service.url}/mcp`)
  for (const version of supportedVersions)
    assert.ok(card.remotes[0]?.supportedProtocolVersions.includes(version), version)
  const wellKnown = await service.get('/.well-known/mcp/server-card.json')
  assert.deepEqual(await wellKnown.json(), card)
  const named = await startTestService(t, { publicUrl: () => 'https://papers.example.org' })
  const { name } = (await (await named.get('/mcp/server-card')).json()) as { name: string }
  assert.equal(name, 'org.example.papers/longview')
})

test('there is no session to open, resume or end', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await rawRequest(`${service.url}/mcp`, { method })
    assert.deepEqual([status, headers.allow], [405, 'POST, OPTIONS'])
  }
  const listened = await sendMessage(service, 'subscriptions/listen', { notifications: { toolsListChanged: true } })
  // As of any method that is not there, so that a client does not try again.
  const unknown = await sendMessage(service, 'no/such-method')
  assert.deepEqual([listened.status, unknown.status], [404, 404])
  const codes = await Promise.all(
    [listened, unknown].map(async (answer) => ((await answer.json()) as { error: { code: number } }).error.code),
  )
  assert.deepEqual(codes, [-32_601, -32_601])
})

test('answers carry a request id and are not kept', async () => {
  const response = await sendMessage(service, 'tools/list', {}, { headers: { 'x-request-id': 'abc-1' } })
  assert.deepEqual(
    ['x-request-id', 'cache-control', 'content-type'].map((name) => response.headers.get(name)),
    ['abc-1', 'no-store', 'application/json'],
  )
  assert.ok(service.logged.some(({ facts }) => facts.requestId === 'abc-1'))
})

test('pages of other sites and other hosts are refused, programs and own pages are not', async () => {
  const status = async (headers: Record<string, string>, to = service): Promise<number> => {
    const sent = { 'content-type': 'application/json', ...ACCEPT, ...headers }
    const chunks = [JSON.stringify(list)]
    return (await rawRequest(`${to.url}/mcp`, { method: 'POST', headers: sent, chunks })).status
  }
  const { host } = new URL(service.url)
  assert.equal(await status({}), 200)
  assert.equal(await status({ origin: service.url }), 200)
  assert.equal(await status({ origin: 'https://evil.example' }), 403)
  assert.equal(await status({ origin: 'null' }), 403)
  assert.equal(await status({ host: 'evil.example' }), 421)
  assert.equal(await status({ host: 'evil.example', origin: `http://${host}` }), 421)
  // Also when no hosts are configured, a page whose foreign name resolves to this server is refused.
  assert.equal(await status({ host: 'evil.example', origin: 'http://evil.example' }, open), 403)
})

test('anything that is not a message is refused, and nothing large is read', async () => {
  const send = (body: string, headers = {}) => service.send('POST', '/mcp', body, { ...ACCEPT, ...headers })
  assert.equal((await send('{')).status, 400)
  assert.equal((await send('')).status, 400)
  assert.equal((await send(JSON.stringify(list), { 'content-type': 'text/plain' })).status, 415)
  assert.equal((await send(JSON.stringify(list), { 'content-encoding': 'gzip' })).status, 415)
  assert.equal((await send(' '.repeat(256 * 1_024 + 1))).status, 413)
  const many = Array.from({ length: 21 }, (_, id) => ({ ...list, id }))
  const refused = await send(JSON.stringify(many), { 'mcp-protocol-version': '2025-03-26' })
  assert.deepEqual([refused.status, refused.headers.get('content-type')], [400, 'application/problem+json'])
  assert.match(await refused.text(), /At most 20 messages/u)
  const unknown = (await (await sendMessage(service, 'tools/call', { name: 'drop' })).json()) as {
    error: { code: number }
  }
  assert.equal(unknown.error.code, -32_602)
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { continueTrace } from '#core/trace-context.ts'
import { openEmbedder } from '#outbound/open-embedder.ts'
import { withinTrace } from '#tracing/current-trace.ts'
import { serve } from '../support/process/longview-process.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`

type Line = { traceId?: string; spanId?: string; path?: string; msg: string }

test('lines of the log say to which trace of a caller they belong', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'longview-traces-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const environment = { DATABASE_URL: `sqlite:${folder}/corpus.db`, STARTER_CORPUS: 'off', LOG_LEVEL: 'debug' }
  const server = await serve(environment)
  await fetch(`${server.url}/api/papers?limit=1`, { headers: { traceparent } })
  await fetch(`${server.url}/api/papers?limit=1`, { headers: { traceparent } })
  await fetch(`${server.url}/api/papers?limit=2`, { headers: { traceparent: `${traceparent}-more` } })
  await server.stop()
  const lines = server
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
  const [first, other] = lines.filter(({ msg }) => msg === 'request')
  const cached = lines.find(({ msg }) => msg === 'request answered from the cache')
  assert.equal(first?.traceId, TRACE)
  assert.equal(cached?.traceId, TRACE)
  assert.match(first.spanId ?? '', /^[\da-f]{16}$/u)
  assert.ok(first.spanId !== '00f067aa0ba902b7' && first.spanId !== cached.spanId)
  assert.match(other?.traceId ?? '', /^[\da-f]{32}$/u)
  assert.notEqual(other?.traceId, TRACE)
})

test('a request to another server carries the trace that it belongs to', async (t) => {
  const received: IncomingHttpHeaders[] = []
  const server = createServer(({ headers }, response) => {
    received.push(headers)
    response.end(JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const endpoint = { url: `http://127.0.0.1:${port}/v1/embeddings`, model: 'm', key: null }
  const embedder = openEmbedder(endpoint, { userAgent: 'test' })
  const ask = (): Promise<unknown> => embedder.embed(['one'], { purpose: 'question' })
  const trace = continueTrace({ traceparent, tracestate: 'congo=t61rcWkgMzE' })
  await withinTrace(trace, ask)
  await ask()
  const sent = /^00-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-01$/u.exec(String(received[0]?.traceparent))?.groups
  assert.equal(sent?.traceId, TRACE)
  assert.notEqual(sent.spanId, trace.spanId)
  assert.equal(received[0]?.tracestate, 'congo=t61rcWkgMzE')
  assert.equal(received[1]?.traceparent, undefined)
})

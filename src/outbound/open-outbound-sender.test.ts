import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { OutboundFailure } from '#core/outbound.ts'
import { fakeClock } from '../../test/support/ports.ts'
import { openOutboundSender } from './open-outbound-sender.ts'

let answer: RequestListener = (_request, response) => response.end()
const taken: { request: IncomingMessage; body: string }[] = []
const server = createServer((request, response) => {
  void text(request).then((body) => {
    taken.push({ request, body })
    return answer(request, response)
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const clock = fakeClock()

const post = (url: string, limits: { bytes?: number; ms?: number } = {}) =>
  openOutboundSender({
    rules: { allowed: [origin], proxyUrl: null },
    userAgent: 'Longview/1.0.0',
    clock,
    limits,
    resolveName: async () => [{ address: '10.0.0.1', family: 4 }],
  }).post({ url, headers: { 'Content-Type': 'application/json' }, body: '{"title":"Größe"}' })

const faultOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof OutboundFailure, String(error))
  return error.fault
}

test('what is sent arrives to the letter, with its length and who sends it', async () => {
  answer = (_request, response) => response.writeHead(202).end('thanks')
  const { status, body } = await post(`${origin}/hook?a=1`)
  assert.deepEqual([status, body.toString()], [202, 'thanks'])
  const { request, body: sent } = taken.at(-1) ?? assert.fail()
  assert.equal(sent, '{"title":"Größe"}')
  assert.deepEqual([request.method, request.url], ['POST', '/hook?a=1'])
  assert.equal(request.headers['content-length'], String(Buffer.byteLength(sent)))
  assert.equal(request.headers['transfer-encoding'], undefined)
  assert.equal(request.headers['user-agent'], 'Longview/1.0.0')
})

test('a redirect is a response and leads nowhere', async () => {
  const before = taken.length
  answer = (_request, response) => response.writeHead(307, { Location: `${origin}/other` }).end()
  assert.equal((await post(`${origin}/hook`)).status, 307)
  assert.equal(taken.length, before + 1)
})

test('of a response that never ends, or breaks off, the status and the beginning are known', async () => {
  answer = (_request, response) => {
    const more = (): void => void (response.destroyed || (response.write('x'.repeat(1_000)), setImmediate(more)))
    more()
  }
  const long = await post(origin, { bytes: 100 })
  assert.deepEqual([long.status, long.body.length], [200, 100])
  answer = (_request, response) => void response.writeHead(200).write('half', () => response.destroy())
  const cut = await post(origin)
  assert.deepEqual([cut.status, cut.body.toString()], [200, 'half'])
  answer = (_request, response) => response.writeHead(204, { 'Content-Encoding': 'br' }).end()
  assert.equal((await post(origin)).status, 204)
})

test('who does not answer in time, or at all, fails', async () => {
  answer = () => {}
  assert.equal(await faultOf(post(origin, { ms: 50 })), 'too_slow')
  answer = (_request, response) => response.destroy()
  assert.equal(await faultOf(post(origin)), 'unreachable')
})

test('nothing is sent to what is not public, also where a name only leads there', async () => {
  const before = taken.length
  for (const url of [
    'http://hooks.example.org/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://hooks.example.org/',
  ])
    assert.equal(await faultOf(post(url)), 'refused', url)
  assert.equal(taken.length, before)
})

test('a busy receiver says when it wants to be asked again, all others nothing', async () => {
  answer = (_request, response) => response.writeHead(503, { 'Retry-After': '120' }).end()
  assert.equal((await post(origin)).retryAt?.getTime(), clock.now().getTime() + 120_000)
  answer = (_request, response) => response.writeHead(500, { 'Retry-After': '120' }).end()
  assert.equal((await post(origin)).retryAt, null)
})

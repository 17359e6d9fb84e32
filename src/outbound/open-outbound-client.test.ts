import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { OutboundFailure } from '#core/outbound.ts'
import type { OutboundRequest } from '#ports/outbound.ts'
import { fakeClock } from '../../test/support/ports.ts'
import { memoryGate, openOutboundClient, type OutboundOptions } from './open-outbound-client.ts'
import { userAgentOf } from './fetch-once.ts'

let answer: RequestListener = (_request, response) => response.end('ok')
const asked: IncomingMessage[] = []
const server: Server = createServer((request, response) => {
  asked.push(request)
  answer(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A client whose waits move its clock; `waits` says how long they were. */
const setUp = (options: Partial<OutboundOptions> = {}) => {
  const clock = fakeClock()
  const waits: number[] = []
  const gate = memoryGate(clock, async (ms) => {
    waits.push(ms)
    clock.advance(ms / 1_000)
  })
  const client = openOutboundClient({
    rules: { allowed: [origin], proxyUrl: null },
    userAgent: userAgentOf({ version: '1.0.0', publicUrl: 'https://papers.example.org', contact: 'team@example.org' }),
    clock,
    gate,
    ...options,
  })
  return { clock, waits, client, get: (request: OutboundRequest) => client.get(request) }
}

const faultOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof OutboundFailure, String(error))
  return `${error.fault}: ${error.message}`
}

const resolvingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const neverLooked = (): never => assert.fail('a name was looked up here')

test('a request says who asks and brings the whole body, unpacked', async () => {
  answer = (_request, response) => {
    response.setHeader('Content-Encoding', 'gzip').setHeader('ETag', '"1"').end(gzipSync('a feed'))
  }
  const response = await setUp().get({ url: `${origin}/feed?a=1`, headers: { 'If-None-Match': '"0"' } })
  assert.equal(response.body.toString(), 'a feed')
  assert.equal(response.status, 200)
  assert.equal(response.headers.etag, '"1"')
  const { headers, url } = asked.at(-1) ?? {}
  assert.equal(headers?.['user-agent'], 'Longview/1.0.0 (https://papers.example.org; mailto:team@example.org)')
  assert.equal(headers?.['if-none-match'], '"0"')
  assert.equal(url, '/feed?a=1')
})

test('only https and public addresses are asked, unless an exception names the origin', async () => {
  const { get } = setUp({ resolveName: resolvingTo('10.0.0.1') })
  const before = asked.length
  for (const url of [
    'http://feeds.example.org/',
    'ftp://feeds.example.org/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[64:ff9b::a00:1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
    'https://localhost./',
    'https://database/',
    'https://db.internal/',
    'https://user:secret@feeds.example.org/',
    'no address',
    origin.replace('127.0.0.1', 'localhost'),
  ])
    assert.match(await faultOf(get({ url })), /^refused: /u, url)
  assert.equal(asked.length, before)
})

test('a name is refused where one of its addresses is not public, before anything is sent', async () => {
  for (const addresses of [['10.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['2606:4700::1', 'fd00::1'], []]) {
    const { get } = setUp({ resolveName: resolvingTo(...addresses) })
    assert.match(await faultOf(get({ url: 'https://feeds.example.org/' })), /^refused: feeds\.example\.org may not/u)
  }
})

test('a name is looked up once for a connection, so that it cannot lead elsewhere after the check', async () => {
  const looked: string[] = []
  const resolveName = async (host: string) => {
    looked.push(host)
    return resolvingTo('192.168.1.1')()
  }
  await faultOf(setUp({ resolveName }).get({ url: 'https://feeds.example.org/' }))
  assert.deepEqual(looked, ['feeds.example.org'])
})

test('each redirect is checked as the first address was, and there are five at most', async () => {
  const { get } = setUp({ resolveName: resolvingTo('10.0.0.1') })
  const to = (location: string): Promise<string> => {
    answer = (_request, response) => response.writeHead(302, { Location: location }).end()
    return faultOf(get({ url: `${origin}/` }))
  }
  assert.match(await to('https://127.0.0.1/'), /^refused: .*not a public address/u)
  assert.match(await to('http://feeds.example.org/'), /^refused: .*only https/u)
  assert.match(await to('https://feeds.example.org/'), /^refused: .*10\.0\.0\.1/u)
  assert.match(await to('/again'), /^unreachable: .*more than 5 times/u)
  answer = (request, response) =>
    request.url === '/new' ? response.end('moved') : response.writeHead(308, { Location: '/new' }).end()
  const { body, url } = await get({ url: `${origin}/old` })
  assert.deepEqual([body.toString(), url], ['moved', `${origin}/new`])
})

test('size and time are bounded, also of what unpacks to more, and a cut connection is no response', async () => {
  const { get } = setUp({ limits: { bytes: 10_000 } })
  const url = `${origin}/`
  answer = (_request, response) => response.end('x'.repeat(10_001))
  assert.match(await faultOf(get({ url })), /^too_large: /u)
  answer = (_request, response) => {
    response.setHeader('Content-Encoding', 'gzip').end(gzipSync('x'.repeat(1_000_000)))
  }
  assert.match(await faultOf(get({ url })), /^too_large: /u)
  answer = (_request, response) => response.write('slow')
  assert.match(await faultOf(setUp({ limits: { ms: 50 } }).get({ url })), /^too_slow: /u)
  answer = (_request, response) => {
    response.setHeader('Content-Length', 100).write('cut')
    setImmediate(() => response.destroy())
  }
  assert.match(await faultOf(get({ url })), /^unreachable: /u)
  answer = (_request, response) => {
    response.setHeader('Content-Encoding', 'gzip').end(gzipSync('x'.repeat(1_000)).subarray(0, 15))
  }
  assert.match(await faultOf(get({ url })), /^unreachable: /u)
  answer = (_request, response) => response.setHeader('Content-Encoding', 'br').end('x')
  assert.match(await faultOf(get({ url })), /^unreachable: .*not requested: br/u)
})

test('a host is asked by one at a time, with room between, and not before the time it sets', async () => {
  const { get, waits, clock } = setUp()
  let inWork = 0
  let most = 0
  answer = (_request, response) => {
    inWork += 1
    most = Math.max(most, inWork)
    setImmediate(() => {
      inWork -= 1
      response.end('ok')
    })
  }
  const url = `${origin}/`
  await Promise.all([1, 2, 3].map(() => get({ url, spacingMs: 3_000 })))
  assert.equal(most, 1)
  assert.deepEqual(waits, [3_000, 3_000])

  answer = (_request, response) => response.writeHead(429, { 'Retry-After': '20' }).end()
  const limited = await get({ url })
  assert.equal(limited.retryAt?.getTime(), clock.now().getTime() + 20_000)
  answer = (_request, response) => response.writeHead(503, { 'Retry-After': 'Fri, 20 Nov 2026 12:00:00 GMT' }).end()
  await get({ url })
  assert.equal(waits.at(-1), 20_000)
  assert.match(await faultOf(get({ url })), /^later: 127\.0\.0\.1 allows no requests/u)
})

test('a proxy is asked for names alone, and looks them up itself', async () => {
  const tunnels: string[] = []
  const proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const { get } = setUp({ rules: { allowed: [origin], proxyUrl }, resolveName: neverLooked })
  try {
    assert.match(await faultOf(get({ url: 'https://feeds.example.org/' })), /^unreachable: /u)
    assert.deepEqual(tunnels, ['feeds.example.org:443'])
    assert.match(await faultOf(get({ url: 'https://93.184.215.14/' })), /^refused: .*behind a proxy/u)
    assert.match(await faultOf(get({ url: 'https://db.internal/' })), /^refused: .*internal network/u)
    answer = (_request, response) => response.end('direct')
    assert.equal((await get({ url: `${origin}/` })).body.toString(), 'direct')
    assert.equal(tunnels.length, 1)
  } finally {
    proxy.close()
  }
})

/** What arrives of a streamed body, and its status. */
const streamed = (options: Partial<OutboundOptions> = {}, url = `${origin}/`): Promise<string> =>
  setUp(options).client.stream({ url }, async ({ status, bytes }) => {
    let text = ''
    for await (const piece of bytes) text += piece.toString()
    return `${status} ${text}`
  })

test('a body is read as it arrives, unpacked, and redirects are checked and followed', async () => {
  const first = Promise.withResolvers<void>()
  answer = (request, response) => {
    if (request.url !== '/new') {
      response.writeHead(302, { Location: '/new' }).end()
      return
    }
    response.write('begins')
    void first.promise.then(() => response.end(', ends'))
  }
  const pieces: string[] = []
  const url = await setUp().client.stream({ url: `${origin}/old` }, async (response) => {
    for await (const piece of response.bytes) {
      pieces.push(piece.toString())
      first.resolve()
    }
    return response.url
  })
  assert.deepEqual([pieces, url], [['begins', ', ends'], `${origin}/new`])
  answer = (_request, response) => void response.setHeader('Content-Encoding', 'gzip').end(gzipSync('a table'))
  assert.equal(await streamed(), '200 a table')
  answer = (_request, response) => void response.writeHead(302, { Location: 'https://127.0.0.1/' }).end()
  assert.match(await faultOf(streamed()), /^refused: .*not a public address/u)
})

test('the size of a streamed body and the time between its pieces are bounded, and a cut one is no body', async () => {
  answer = (_request, response) =>
    void response.setHeader('Content-Encoding', 'gzip').end(gzipSync('x'.repeat(1_000_000)))
  assert.match(await faultOf(streamed({ limits: { bytes: 10_000 } })), /^too_large: /u)
  const limits = { ms: 50 }
  answer = () => {}
  assert.match(await faultOf(streamed({ limits })), /^too_slow: /u)
  answer = (_request, response) => void response.write('slow')
  assert.match(await faultOf(streamed({ limits })), /^too_slow: /u)
  answer = (_request, response) => {
    response.setHeader('Content-Length', 100).write('cut', () => response.destroy())
  }
  assert.match(await faultOf(streamed()), /^unreachable: /u)
})

test('a host is asked for nothing else while a body is read, and what reads it may stop or fail', async () => {
  answer = (_request, response) => void response.writeHead(200).write('endless')
  const { client, waits } = setUp()
  const reading = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const url = `${origin}/`
  const failing = client.stream({ url }, async () => {
    reading.resolve()
    await go.promise
    throw new RangeError('it does not fit')
  })
  await reading.promise
  const before = asked.length
  const next = client.stream({ url }, async ({ status }) => status)
  assert.equal(asked.length, before)
  go.resolve()
  await assert.rejects(failing, /^RangeError: it does not fit$/u)
  assert.equal(await next, 200, 'a body need not be read')
  assert.deepEqual(waits, [1_000])
  const stopping = new AbortController()
  const stopped = client.stream({ url, signal: stopping.signal }, async ({ bytes }) => {
    for await (const _piece of bytes) stopping.abort()
  })
  assert.match(await faultOf(stopped), /^unreachable: /u)
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after }, { trustedProxies: ['127.0.0.1'] })
let papers = 0
const addPaper = (at: TestService = service): Promise<void> => at.accept(leastPaper({ id: `p${(papers += 1)}` }))
const last = (): Promise<number> => service.store.public.changes.last()
/** Behind a trusted proxy, the client is the address it forwards. */
const client = (name: number): Record<string, string> => ({ 'X-Forwarded-For': `192.0.2.${name}` })

type Stream = { response: Response; read(): Promise<string>; end(): Promise<void> }

const END_OF_EVENT = '\n\n'

/** Server-sent events as they come; `read` gives the next one, and nothing at the end. */
const listen = async (query: string, headers: Record<string, string>, at: TestService = service): Promise<Stream> => {
  const response = await fetch(`${at.url}/api/v1/changes${query}`, {
    headers: { accept: 'text/event-stream', ...headers },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  return {
    response,
    read: async () => {
      while (!unread.includes(END_OF_EVENT)) {
        const { done = true, value } = (await reader?.read()) ?? {}
        if (done) return unread
        unread += value
      }
      const end = unread.indexOf(END_OF_EVENT) + END_OF_EVENT.length
      const event = unread.slice(0, end)
      unread = unread.slice(end)
      return event
    },
    end: async () => reader?.cancel(),
  }
}

const listenUntilTheEnd = async (t: TestContext, query: string, headers: Record<string, string>): Promise<Stream> => {
  const stream = await listen(query, headers)
  t.after(() => stream.end())
  return stream
}

test('changes come as events with their numbers, those there are and those to come', async (t) => {
  await addPaper()
  await addPaper()
  const stream = await listenUntilTheEnd(t, '?since=1', client(1))
  assert.deepEqual(
    ['content-type', 'cache-control', 'access-control-allow-origin'].map((name) => stream.response.headers.get(name)),
    ['text/event-stream', 'no-store', '*'],
  )
  assert.match(await stream.read(), /^retry: \d{4}\n\n$/u)
  assert.match(
    await stream.read(),
    /^id: 2\ndata: \{"seq":2,"kind":"paper","id":"p2","event":"added","at":"[^"]+"\}\n\n$/u,
  )
  await addPaper()
  assert.match(await stream.read(), /^id: 3\ndata: \{"seq":3,[^\n]+\}\n\n$/u)
})

test('a client that reconnects continues after the last event', async (t) => {
  const stream = await listenUntilTheEnd(t, '?since=0', { ...client(1), 'Last-Event-ID': '2' })
  await stream.read()
  assert.match(await stream.read(), /^id: 3\n/u)
})

test('a list that is cached and a stream of the same address are not taken for each other', async (t) => {
  const address = '/api/v1/changes?since=3'
  for (let round = 0; round < 2; round += 1) {
    const list = await service.get(address)
    assert.deepEqual(
      [list.headers.get('content-type'), list.headers.get('vary')?.includes('Accept')],
      ['application/json; charset=utf-8', true],
    )
    assert.deepEqual(await list.json(), { changes: [], nextSeq: 3 })
    const stream = await listenUntilTheEnd(t, '?since=3', client(2))
    assert.match(await stream.read(), /^retry/u)
  }
})

test('a request waits for a change and is answered with it, or at once where there is one', async () => {
  const waiting = service.get(`/api/v1/changes?since=${await last()}&wait=30`, client(3))
  const listener = await listen(`?since=${await last()}`, client(3))
  await listener.read()
  await addPaper()
  const answer = await waiting
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.deepEqual(
    (await jsonOf<{ changes: { id: string }[] }>(answer)).changes.map(({ id }) => id),
    [`p${papers}`],
  )
  assert.match(await listener.read(), new RegExp(`"id":"p${papers}"`, 'u'))
  await listener.end()
  const known = await jsonOf<{ nextSeq: number }>(await service.get('/api/v1/changes?since=0&wait=30', client(3)))
  assert.equal(known.nextSeq, await last())
})

test('a wait that brings nothing ends with an empty list', async () => {
  const seq = await last()
  const answer = await service.get(`/api/v1/changes?since=${seq}&wait=1`, client(3))
  assert.deepEqual(await answer.json(), { changes: [], nextSeq: seq })
})

test('a number that was never given out, and a wait that is none, are refused at once', async () => {
  for (const query of ['since=9999', 'since=9999&wait=5', 'wait=x', 'wait=-1', 'since=1&wait=1.5'])
    assert.equal((await service.get(`/api/v1/changes?${query}`)).status, 400, query)
  assert.equal((await listen('?since=9999', client(4))).response.status, 400)
})

/** Until a client may wait again. */
const untilFree = async (name: number): Promise<void> => {
  for (;;) {
    const stream = await listen(`?since=${await last()}`, client(name))
    await stream.end()
    if (stream.response.status === 200) return
  }
}

test('a client has four places, all have a hundred, and nobody else waits for them', async (t) => {
  const streams = await Promise.all(
    Array.from({ length: 100 }, (_, index) => listen('?since=1', client(10 + Math.floor(index / 4)))),
  )
  t.after(() => Promise.all(streams.map((stream) => stream.end())))
  assert.deepEqual(new Set(streams.map(({ response }) => response.status)), new Set([200]))
  for (const name of [10, 200])
    for (const refused of [
      await service.get(`/api/v1/changes?since=${await last()}&wait=30`, client(name)),
      (await listen('?since=1', client(name))).response,
    ])
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '30'])
  // Neither the lists nor anything else is refused.
  for (const path of ['/api/v1/changes?since=1', '/api/papers', '/'])
    assert.equal((await service.get(path)).status, 200)
  await Promise.all(streams.slice(0, 4).map((stream) => stream.end()))
  await untilFree(10)
})

test('a stop ends streams and waits politely, and nobody waits for them', async (t) => {
  const closing: (() => Promise<void>)[] = []
  const other = await startTestService({ after: (end) => closing.push(end) })
  await addPaper(other)
  const stream = await listen('?since=0', {}, other)
  await stream.read()
  await stream.read()
  const waiting = other.get('/api/v1/changes?since=1&wait=30')
  const inWork = (): number => [...other.connections.all()].filter(({ response }) => response !== null).length
  while (inWork() < 2) await nextTurn()
  for (const end of closing) await end()
  assert.equal(await stream.read(), '')
  assert.deepEqual(await (await waiting).json(), { changes: [], nextSeq: 1 })
  t.after(() => stream.end())
})

const closed = async (socket: Socket): Promise<void> => {
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
}

test('the place of a client that hangs up is free again', async () => {
  const { port } = new URL(service.url)
  const sockets = Array.from({ length: 4 }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `GET /api/v1/changes?since=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nX-Forwarded-For: 192.0.2.250\r\n\r\n`,
    )
    return socket
  })
  for (const socket of sockets) await once(socket, 'data')
  assert.equal((await listen('?since=1', client(250))).response.status, 503)
  for (const socket of sockets) socket.destroy()
  await untilFree(250)
  await Promise.all(sockets.map(closed))
})

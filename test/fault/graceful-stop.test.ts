import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Serving } from '../support/process/longview-process.ts'
import { SHUTDOWN_DELAY_MS } from '#http/lifecycle.ts'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'
import { openSocket, submissionText } from '../support/raw-http.ts'

/** Ends what hangs. */
const inTime = { timeout: 600_000 }
const READY = 'GET /api/health/ready HTTP/1.1\r\nHost: 127.0.0.1\r\n'

/**
 * Resolves when new connections are refused. They come one at a time: with more than its backlog the system would drop one and
 * report the refusal only on the retry a second later.
 */
const refusing = async ({ url }: Serving): Promise<void> => {
  for (;;) {
    const socket = await openSocket(url).catch(() => null)
    if (socket === null) return
    socket.hangUp()
    await socket.ended()
  }
}

const pendingIds = (corpus: ProcessCorpus): string[] =>
  corpus.inspect((database) => database.prepare('SELECT id FROM papers ORDER BY seq').pluck().all() as string[])

type Outcome = { statuses: Set<number>; refusals: Set<string>; wasSilent: boolean }

/** Stops the server while ten clients send one request after the other, until each is refused. */
const stopUnderLoad = async (server: Serving): Promise<Outcome> => {
  const outcome: Outcome = { statuses: new Set(), refusals: new Set(), wasSilent: false }
  let completed = 0
  const busy = Promise.withResolvers<void>()
  const client = async (): Promise<void> => {
    for (let sentAt = performance.now(); ;) {
      const previousAt = sentAt
      sentAt = performance.now()
      try {
        const response = await fetch(`${server.url}/api/papers`)
        await response.arrayBuffer()
        outcome.statuses.add(response.status)
        completed += 1
        if (completed === 200) busy.resolve()
      } catch (error) {
        outcome.refusals.add(String(Reflect.get((error as Error).cause ?? {}, 'code')))
        outcome.wasSilent ||= performance.now() - previousAt > SHUTDOWN_DELAY_MS
        return
      }
    }
  }
  const clients = Array.from({ length: 10 }, client)
  await busy.promise
  server.child.kill('SIGINT')
  assert.equal(await server.ended(), 0)
  await Promise.all(clients)
  return outcome
}

// Most of it is waiting, so some wait together; the two that wait longest come first.
describe('stopping', { concurrency: 4, ...inTime }, () => {
  test('a client that never finishes its request is cut off when the server stops, sooner than it would be otherwise', async (t) => {
    const corpus = await processCorpus(t)
    const [apiKey = ''] = await corpus.keys(1)
    const server = await corpus.serve()
    const { head, body } = submissionText(apiKey, leastPaper())
    const socket = await openSocket(server.url)
    socket.write(head + body.slice(0, 20))
    assert.equal((await fetch(`${server.url}/api/health`)).status, 200)
    server.child.kill('SIGTERM')
    assert.equal(await server.ended(), 0)
    assert.equal(await socket.ended(), '', 'it was answered 408, as a slow client of a server that goes on')
    assert.deepEqual(pendingIds(corpus), [])
  })

  test('clients that send nothing, or their headers too slowly, are cut off before one whose request has begun', async (t) => {
    const corpus = await processCorpus(t)
    const [apiKey = ''] = await corpus.keys(1)
    const server = await corpus.serve()
    const { head, body } = submissionText(apiKey, leastPaper())
    const begun = await openSocket(server.url)
    begun.write(head + body.slice(0, 20))
    let isCut = false
    void begun.ended().then(() => (isCut = true))
    const [mute, slow] = await Promise.all([openSocket(server.url), openSocket(server.url)])
    slow.write('GET /api/papers HTTP/1.1\r\nHost: 127.0.0.1\r\n')
    const dripping = setInterval(() => slow.write('X-Slow: still here\r\n'), 500)
    t.after(() => clearInterval(dripping))
    const responses = await Promise.all([mute.ended(), slow.ended()])
    for (const received of responses) assert.match(received, /^HTTP\/1\.1 408 /u)
    assert.equal(isCut, false)
    begun.write(body.slice(20))
    assert.match(await begun.until('}'), /^HTTP\/1\.1 201 /u)
    assert.equal((await fetch(`${server.url}/api/health`)).status, 200)
    assert.equal(await server.stop(), 0)
  })

  test('SIGTERM ends the server with 0 after every request that runs is answered, and readiness says so', async (t) => {
    const corpus = await processCorpus(t)
    const [apiKey = ''] = await corpus.keys(1)
    const server = await corpus.serve()
    const keptAlive = await openSocket(server.url)
    keptAlive.write(`${READY}\r\n`)
    await keptAlive.until('"status":"ready"')
    keptAlive.write(READY)
    const uploads = await Promise.all(
      ['p1', 'p2', 'p3', 'p4', 'p5'].map(async (id) => {
        const { head, body } = submissionText(apiKey, leastPaper({ id }))
        const socket = await openSocket(server.url)
        socket.write(head + body.slice(0, 20))
        return { socket, rest: body.slice(20) }
      }),
    )
    // Answered after the uploads have arrived: the server has begun to read them.
    assert.equal((await fetch(`${server.url}/api/health`)).status, 200)

    server.child.kill('SIGTERM')
    await server.logged('stopping')
    const asked = fetch(`${server.url}/api/health/ready`).catch(() => null)
    keptAlive.write('\r\n')
    const refusal = await keptAlive.until('"success":false')
    assert.match(refusal, /"status":"ready"\}HTTP\/1\.1 503 /u)
    assert.match(refusal, /\r\nretry-after: \d+\r\n/iu)
    // Refused when this machine was too slow to ask while connections were still taken.
    const received = await asked
    assert.ok(received === null || received.status === 503, `a new connection was answered with ${received?.status}`)

    await refusing(server)
    for (const { socket, rest } of uploads) socket.write(rest)
    for (const { socket } of uploads) {
      const received = await socket.ended()
      assert.match(received, /^HTTP\/1\.1 201 /u)
      assert.match(received, /\r\nconnection: close\r\n/iu)
    }
    assert.equal(await server.ended(), 0)
    assert.deepEqual(pendingIds(corpus).toSorted(), ['p1', 'p2', 'p3', 'p4', 'p5'])
  })

  test('a connection that was made in time is still answered after new ones are refused', async (t) => {
    const corpus = await processCorpus(t)
    let [server, received] = [await corpus.serve(), '']
    // It is given a third of a second, which a busy machine may let pass before the client can ask.
    for (let tries = 0; received === '' && tries < 10; tries += 1) {
      if (tries > 0) server = await corpus.serve()
      const socket = await openSocket(server.url)
      server.child.kill('SIGTERM')
      await refusing(server)
      socket.write('GET /api/papers HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
      received = await socket.ended()
    }
    assert.match(received, /^HTTP\/1\.1 200 /u)
    assert.match(received, /\r\nconnection: close\r\n/iu)
    assert.equal(await server.ended(), 0)
  })

  test('clients that send one request after the other lose none of them when SIGINT stops the server', async (t) => {
    const corpus = await processCorpus(t)
    let outcome = await stopUnderLoad(await corpus.serve())
    // A client that was silent for longer than the server waits may lose its connection; a busy machine makes it so.
    for (let tries = 1; outcome.wasSilent && tries < 10; tries += 1) outcome = await stopUnderLoad(await corpus.serve())
    assert.deepEqual([...outcome.statuses], [200])
    assert.deepEqual([...outcome.refusals], ['ECONNREFUSED'])
  })

  test('a second signal ends the server at once', async (t) => {
    const corpus = await processCorpus(t)
    const [apiKey = ''] = await corpus.keys(1)
    const server = await corpus.serve()
    const { head } = submissionText(apiKey, leastPaper())
    const socket = await openSocket(server.url)
    socket.write(head)
    assert.equal((await fetch(`${server.url}/api/health`)).status, 200)
    server.child.kill('SIGINT')
    await server.logged('stopping')
    server.child.kill('SIGINT')
    assert.equal(await server.ended(), 1, 'it ended as after the first signal')
    socket.hangUp()
  })

  test('clients that hang up in the middle of a request leave no stack trace and store nothing', async (t) => {
    const corpus = await processCorpus(t)
    const [apiKey = ''] = await corpus.keys(1)
    const server = await corpus.serve()
    const { head, body } = submissionText(apiKey, leastPaper({ abstract: 'Long. '.repeat(5_000) }))
    // The server asks for the rest once it has begun to read.
    const asking = head.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n')
    const chunked = asking.replace(/Content-Length: \d+/u, 'Transfer-Encoding: chunked')
    const uploads = [asking, asking + body.slice(0, -1), `${chunked}5\r\n{"id"`]
    const hangUpAfter = async (beginning: string, event?: string): Promise<void> => {
      const socket = await openSocket(server.url)
      socket.write(beginning)
      if (event !== undefined) await socket.until(event)
      socket.hangUp()
      await socket.ended()
    }
    for (let round = 1; round <= 25; round += 1)
      await Promise.all([
        ...['POST /api/papers HTTP/1.1\r\nHost: 127', ...uploads].map((beginning) => hangUpAfter(beginning)),
        ...uploads.map((beginning) => hangUpAfter(beginning, '100 Continue')),
      ])
    assert.equal((await fetch(`${server.url}/api/health`)).status, 200)
    assert.equal(await server.stop(), 0)
    assert.doesNotMatch(server.stderr(), / {4}at |"level":[56]0/u)
    assert.ok(server.stderr().split('"path":"/api/papers"').length > 50, 'the server hardly saw the uploads')
    assert.deepEqual(pendingIds(corpus), [])
  })
})

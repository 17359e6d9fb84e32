import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Serving } from '../support/longview-process.ts'
import { leastPaper } from '../support/papers.ts'
import { processCorpus, type ProcessCorpus } from '../support/process-corpus.ts'
import { openSocket, submissionText } from '../support/socket.ts'

const ENDS_WITHIN_MS = 10_000
const READY = 'GET /api/health/ready HTTP/1.1\r\nHost: library.example\r\n'

/** Resolves when the server has said on standard error that it is stopping. */
const stopping = async ({ child, stderr }: Serving): Promise<void> => {
  while (!stderr().includes('stopping')) await once(child.stderr ?? child, 'data')
}

/** The exit code, and how long it took since `begun`. */
const ending = async ({ child }: Serving, begun: number): Promise<{ code: number | null; ms: number }> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return { code: child.exitCode, ms: performance.now() - begun }
}

/**
 * Resolves when new connections are refused. They come one at a time: more than the system keeps waiting would make it
 * drop one, and tell of the refusal only when that is tried again a second later.
 */
const refusing = async ({ url }: Serving): Promise<void> => {
  for (;;) {
    const socket = await openSocket(url).catch(() => null)
    if (socket === null) return
    socket.hangUp()
    await setTimeout(2)
  }
}

const pendingIds = (corpus: ProcessCorpus): string[] =>
  corpus.inspect((database) => database.prepare('SELECT id FROM papers ORDER BY seq').pluck().all() as string[])

// Most of it is waiting, so some wait together; the two that wait longest come first.
describe('stopping', { concurrency: 4 }, () => {
  test('a client that never finishes its request holds the end up for less than 10 seconds', async (t) => {
    const corpus = await processCorpus(t)
    const [apiKey = ''] = await corpus.keys(1)
    const server = await corpus.serve()
    const { head, body } = submissionText(apiKey, leastPaper())
    const socket = await openSocket(server.url)
    socket.write(head + body.slice(0, 20))
    assert.equal((await fetch(`${server.url}/api/health`)).status, 200)
    const begun = performance.now()
    server.child.kill('SIGTERM')
    const { code, ms } = await ending(server, begun)
    await socket.ended()
    assert.equal(code, 0)
    assert.ok(ms < ENDS_WITHIN_MS, `stopping took ${ms} ms`)
    assert.deepEqual(pendingIds(corpus), [])
  })

  test('clients that send nothing, or their headers too slowly, are cut off within 12 seconds', async (t) => {
    const corpus = await processCorpus(t)
    const server = await corpus.serve()
    const begun = performance.now()
    const [mute, slow] = await Promise.all([openSocket(server.url), openSocket(server.url)])
    slow.write('GET /api/papers HTTP/1.1\r\nHost: library.example\r\n')
    const dripping = setInterval(() => slow.write('X-Slow: still here\r\n'), 500)
    t.after(() => clearInterval(dripping))
    const answers = await Promise.all([mute.ended(), slow.ended()])
    const ms = performance.now() - begun
    for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 408 /u)
    assert.ok(ms < 12_000, `they were cut off after ${ms} ms`)
    assert.equal((await fetch(`${server.url}/api/health`)).status, 200)
    assert.equal(await server.stop(), 0)
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`${signal} ends the server with 0 after every request that runs is answered, and readiness says so`, async (t) => {
      const corpus = await processCorpus(t)
      const [apiKey = ''] = await corpus.keys(1)
      const server = await corpus.serve()
      const kept = await openSocket(server.url)
      kept.write(`${READY}\r\n`)
      await kept.until('"status":"ready"')
      kept.write(READY)
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

      const begun = performance.now()
      server.child.kill(signal)
      await stopping(server)
      kept.write('\r\n')
      const told = await kept.until('"success":false')
      assert.match(told, /"status":"ready"\}HTTP\/1\.1 503 /u)
      assert.match(told, /\r\nretry-after: \d+\r\n/iu)

      await refusing(server)
      for (const { socket, rest } of uploads) socket.write(rest)
      for (const { socket } of uploads) {
        const answer = await socket.ended()
        assert.match(answer, /^HTTP\/1\.1 201 /u)
        assert.match(answer, /\r\nconnection: close\r\n/iu)
      }
      const { code, ms } = await ending(server, begun)
      assert.equal(code, 0)
      assert.ok(ms < ENDS_WITHIN_MS, `stopping took ${ms} ms`)
      assert.deepEqual(pendingIds(corpus).toSorted(), ['p1', 'p2', 'p3', 'p4', 'p5'])
    })

  test('a new connection is not told that the server is ready once it is stopping', async (t) => {
    const corpus = await processCorpus(t)
    const server = await corpus.serve()
    server.child.kill('SIGTERM')
    await stopping(server)
    // Refused when this machine was too slow to ask while connections were still taken.
    const answer = await fetch(`${server.url}/api/health/ready`).catch(() => null)
    assert.ok(answer === null || answer.status === 503, `answered with ${answer?.status}`)
    assert.deepEqual((await ending(server, 0)).code, 0)
  })

  test('a connection that was made in time is still answered after new ones are refused', async (t) => {
    const corpus = await processCorpus(t)
    const server = await corpus.serve()
    const socket = await openSocket(server.url)
    server.child.kill('SIGTERM')
    await refusing(server)
    socket.write('GET /api/papers HTTP/1.1\r\nHost: library.example\r\n\r\n')
    const answer = await socket.ended()
    assert.match(answer, /^HTTP\/1\.1 200 /u)
    assert.match(answer, /\r\nconnection: close\r\n/iu)
    assert.deepEqual((await ending(server, 0)).code, 0)
  })

  test('clients that ask one request after the other lose none of them when the server stops', async (t) => {
    const corpus = await processCorpus(t)
    const server = await corpus.serve()
    const statuses = new Set<number>()
    const refusals = new Set<string>()
    let answered = 0
    const busy = Promise.withResolvers<void>()
    const client = async (): Promise<void> => {
      for (;;) {
        try {
          const response = await fetch(`${server.url}/api/papers`)
          await response.arrayBuffer()
          statuses.add(response.status)
          answered += 1
          if (answered === 200) busy.resolve()
        } catch (error) {
          refusals.add(String(Reflect.get((error as Error).cause ?? {}, 'code')))
          return
        }
      }
    }
    const clients = Array.from({ length: 10 }, client)
    await busy.promise
    assert.equal(await server.stop(), 0)
    await Promise.all(clients)
    assert.deepEqual([...statuses], [200])
    assert.deepEqual([...refusals], ['ECONNREFUSED'])
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
    await stopping(server)
    const begun = performance.now()
    server.child.kill('SIGINT')
    const { code, ms } = await ending(server, begun)
    assert.equal(code, 1)
    assert.ok(ms < 3_000, `ending took ${ms} ms`)
    socket.hangUp()
  })

  test('clients that hang up in the middle of a request leave no stack trace and store nothing', async (t) => {
    const corpus = await processCorpus(t)
    const [apiKey = ''] = await corpus.keys(1)
    const server = await corpus.serve()
    const { head, body } = submissionText(apiKey, leastPaper({ abstract: 'Long. '.repeat(5_000) }))
    const chunked = head.replace(/Content-Length: \d+/u, 'Transfer-Encoding: chunked')
    const beginnings = [
      'POST /api/papers HTTP/1.1\r\nHost: lib',
      head,
      head + body.slice(0, -1),
      `${chunked}5\r\n{"id"`,
    ]
    for (let round = 1; round <= 50; round += 1)
      await Promise.all(
        beginnings.map(async (beginning) => {
          const socket = await openSocket(server.url)
          socket.write(beginning)
          // Every other round the server has begun to read before the client is gone.
          if (round % 2 === 0) await fetch(`${server.url}/api/health`)
          socket.hangUp()
          await socket.ended()
        }),
      )
    assert.equal((await fetch(`${server.url}/api/health`)).status, 200)
    assert.equal(await server.stop(), 0)
    assert.doesNotMatch(server.stderr(), / {4}at |"level":[56]0/u)
    assert.ok(server.stderr().split('"path":"/api/papers"').length > 50, 'the server hardly saw the uploads')
    assert.deepEqual(pendingIds(corpus), [])
  })
})

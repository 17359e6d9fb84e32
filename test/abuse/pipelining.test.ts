import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { engines } from '../support/database/engines.ts'
import { leastPaper } from '../support/service/papers.ts'
import { openSocket } from '../support/raw-http.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

const services = await Promise.all(engines.map((engine) => startTestService({ after }, { engine })))
for (const service of services) await service.accept(leastPaper())
const [service] = services as [TestService]

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
const manyTo = (count: number, path: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => get(path(number))).join('')

/** How many requests passed the router while something was done. */
const routedWhile = async ({ logged }: TestService, work: () => Promise<unknown>): Promise<number> => {
  const before = logged.length
  await work()
  return logged.length - before
}

test('of a thousand requests that are sent ahead, two at most are worked on', async () => {
  const routed = await routedWhile(service, async () => {
    const socket = await openSocket(service.url)
    socket.write(manyTo(1_000, (number) => `/api/papers?q=a${number}`))
    await socket.ended()
  })
  assert.ok(routed <= 2, `${routed} requests`)
})

test('two requests that come at once are answered, and the connection goes on', async () => {
  const socket = await openSocket(service.url)
  for (const round of ['a', 'b', 'c']) {
    for (const half of [1, 2])
      socket.write(`GET /api/stats HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Request-Id: ${round}${half}\r\n\r\n`)
    await socket.until(`: ${round}2`)
  }
  const received = await socket.until('}}')
  assert.equal(received.split('HTTP/1.1 200 OK').length - 1, 6)
  socket.hangUp()
})

test('of a few too many, the first two are answered, the last of them with the end of the connection', async () => {
  for (const path of [(number: number) => `/api/papers?limit=${number + 1}`, () => '/api/papers']) {
    const socket = await openSocket(service.url)
    socket.write(manyTo(5, path))
    const received = await socket.ended()
    assert.equal(received.split('HTTP/1.1 200 OK').length - 1, 2)
    assert.equal(received.split('"success":true').length - 1, 2)
  }
})

for (const [index, engine] of engines.entries())
  test(`${engine.name}: sixty connections that never read hold no more than two responses each`, async () => {
    const attacked = services[index] ?? service
    const papers = Array.from({ length: 200 }, (_, at) =>
      leastPaper({ id: `p${at + 100}`, abstract: 'long '.repeat(900) }),
    )
    await attacked.accept(...papers)
    const routed = await routedWhile(attacked, async () => {
      const sockets = await Promise.all(Array.from({ length: 60 }, () => openSocket(attacked.url)))
      for (const [at, socket] of sockets.entries())
        socket.write(manyTo(30, (number) => `/api/papers?limit=500&q=-x${at}y${number}`))
      await Promise.all(sockets.map((socket) => socket.ended()))
    })
    assert.ok(routed <= 120, `${routed} requests`)
    assert.ok(
      [...attacked.connections.all()].every(({ response, nextResponse }) => response === null && nextResponse === null),
    )
  })

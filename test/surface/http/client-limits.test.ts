import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { countSignInAttempt } from '#actions/sign-in.ts'
import { engines, sqliteEngine, type TestEngine } from '../../support/database/engines.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pino, stdTimeFunctions } from 'pino'

/** How many of these addresses get through. */
const takenFrom = async (addresses: readonly string[], send: (address: string) => Promise<Response>) => {
  let taken = 0
  for (const address of addresses) {
    const { status } = await send(address)
    if (status !== 429) taken += 1
  }
  return taken
}

/** A service behind a proxy that forwards the addresses of clients. */
const opened = async (t: TestContext, engine: TestEngine) => {
  const service = await startTestService(t, { engine, trustedProxies: ['127.0.0.1'] })
  const contact = (address: string) =>
    service.send(
      'POST',
      '/api/contact',
      { name: 'A', email: 'a@example.org', message: 'Hello.' },
      { 'x-forwarded-for': address },
    )
  return { service, contact }
}

const networks = (count: number, name: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => name(i))

for (const engine of engines)
  test(`${engine.name}: many /64 networks of one owner get four times the room of one client`, async (t) => {
    const { contact } = await opened(t, engine)
    const site = networks(45, (index) => `2001:db8:1:${(index * 256).toString(16)}::1`)
    assert.equal(await takenFrom(site, contact), 40, 'one /48, each in a /56 of its own')
    const customer = networks(25, (index) => `2001:db8:2:${index.toString(16)}::1`)
    assert.equal(await takenFrom(customer, contact), 20, 'one /56')
    const client = networks(15, (index) => `2001:db8:3::${index + 1}`)
    assert.equal(await takenFrom(client, contact), 10, 'one /64')
    assert.equal(await takenFrom(['2001:db8:4::1', '192.0.2.1'], contact), 2, 'anybody else')
  })

test('what a wider network refuses is not counted for the client', async (t) => {
  const { service, contact } = await opened(t, sqliteEngine)
  await takenFrom(
    networks(20, (index) => `2001:db8:1:${index.toString(16)}::1`),
    contact,
  )
  for (let count = 0; count < 12; count += 1) assert.equal((await contact('2001:db8:1:99::1')).status, 429)
  service.clock.advance(3_600)
  assert.equal(
    await takenFrom(
      networks(10, () => '2001:db8:1:99::1'),
      contact,
    ),
    10,
  )
})

test('attempts to sign in are counted by the networks around a client, too', async (t) => {
  const service = await startTestService(t)
  const attempt = (index: number) =>
    service.run(countSignInAttempt, {
      email: `n${index}@example.org`,
      knownTo: [],
      client: [`own ${index}`, `half ${index % 2}`, 'all'],
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, (_, index) => attempt(index)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 240)
})

const page = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8')

/** The documented expression, with the address as fail2ban reads it. */
const failregex = (): RegExp => {
  const text = /^failregex = (?<expression>.+)$/mu.exec(page)?.groups?.expression ?? ''
  assert.match(text, /<ADDR>/u)
  return new RegExp(text.replace('<ADDR>', String.raw`(?<ip>[\da-f.:]+)`), 'u')
}

/** A line as the service writes it. */
const lineOf = (level: 'warn' | 'info', facts: object, message: string): string => {
  let line = ''
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      line += String(chunk)
      done()
    },
  })
  pino({ base: null, timestamp: stdTimeFunctions.isoTime }, output)[level](facts, message)
  return line.trimEnd()
}

test('the documented filter for fail2ban finds the address of a failed sign-in, and nothing that a client wrote', () => {
  for (const client of ['192.0.2.7', '2001:db8::7'])
    assert.equal(failregex().exec(lineOf('warn', { client }, 'sign-in failed'))?.groups?.ip, client)
  const forged = '/"client":"192.0.2.9","msg":"sign-in failed"}'
  assert.equal(failregex().exec(lineOf('info', { path: forged }, 'request')), null)
  assert.equal(failregex().exec(lineOf('warn', { path: forged }, forged)), null)
})

const message = { name: 'Ada', email: 'ada@example.org', message: 'Good day.' }

test('a clock that is set back locks a client out for no more than one window', async (t) => {
  const service = await startTestService(t)
  const send = async (): Promise<number> => (await service.send('POST', '/api/contact', message)).status
  for (let sent = 0; sent < 10; sent += 1) assert.equal(await send(), 202)
  service.clock.advance(-10 * 3_600)
  assert.equal(await send(), 429)
  service.clock.advance(3_599)
  assert.equal(await send(), 429)
  service.clock.advance(1)
  assert.equal(await send(), 202)
})

test('a clock that is set back does not raise the limit either', async (t) => {
  const service = await startTestService(t)
  const statuses: number[] = []
  for (let sent = 0; sent < 14; sent += 1) {
    statuses.push((await service.send('POST', '/api/contact', message)).status)
    service.clock.advance(-7_200)
  }
  assert.equal(statuses.filter((status) => status === 202).length, 10)
})

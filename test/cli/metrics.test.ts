import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { serve, type Serving } from '../support/process/longview-process.ts'

const environmentOf = (t: TestContext): Record<string, string> => {
  const folder = mkdtempSync(join(tmpdir(), 'longview-metrics-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return { DATABASE_URL: `sqlite:${folder}/corpus.db`, STARTER_CORPUS: 'off', METRICS_ADDRESS: '0' }
}

const started = async (t: TestContext, environment: Record<string, string>, args: string[] = []) => {
  const server = await serve(environment, args)
  t.after(() => server.stop())
  while (addressIn(server) === undefined) await pause(10)
  return { server, address: addressIn(server) ?? '' }
}

/** Where it says that its metrics are. */
const addressIn = ({ stdout }: Serving): string | undefined =>
  stdout.map((line) => /^ {2}metrics +(?<address>http:\S+)$/u.exec(line)?.groups?.address).find(Boolean)

const textAt = async (address: string): Promise<string> => (await fetch(address)).text()

const numberOf = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length),
  )

const ANSWERED = 'longview_http_request_duration_seconds_count{route="/api/health",method="GET",status="2xx"}'

test('serve has its metrics at METRICS_ADDRESS and nothing else there, and none at the public address', async (t) => {
  const { server, address } = await started(t, environmentOf(t))
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/u)
  await fetch(`${server.url}/api/health`)
  const text = await textAt(address)
  assert.equal(numberOf(text, ANSWERED), 1)
  assert.equal(numberOf(text, 'longview_workers'), 1)
  assert.match(text, /^longview_event_loop_delay_seconds_count \d+$/mu)
  assert.equal((await fetch(new URL('/api/health', address))).status, 404)
  assert.equal((await fetch(address, { method: 'POST' })).status, 405)
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404)
})

test('with METRICS_TOKEN, both addresses ask for it', async (t) => {
  const token = 'the-token-of-the-test-has-32-characters'
  const { server, address } = await started(t, { ...environmentOf(t), METRICS_TOKEN: token })
  for (const url of [address, `${server.url}/metrics`]) {
    assert.equal((await fetch(url)).status, 401)
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(response.status, 200)
    assert.match(await response.text(), /^longview_workers 1$/mu)
  }
})

test('the counts of all workers are added up, and those of one that died stay', async (t) => {
  const token = 'the-token-of-the-test-has-32-characters'
  const authorized = { headers: { authorization: `Bearer ${token}` } }
  const environment = { ...environmentOf(t), METRICS_TOKEN: token }
  const { server, address } = await started(t, environment, ['--workers', '2'])
  const ask = async (times: number): Promise<void> => {
    for (let index = 0; index < times; index += 1)
      await fetch(`${server.url}/api/health`, { headers: { connection: 'close' } })
  }
  await ask(20)
  const before = await (await fetch(address, authorized)).text()
  assert.equal(numberOf(before, ANSWERED), 20)
  assert.equal(numberOf(before, 'longview_workers'), 2)
  assert.equal(numberOf(before, 'longview_corpus_revision'), 1)

  const log = await server.logged('a worker is ready')
  const worker = Number(/"worker":(?<pid>\d+)/u.exec(log)?.groups?.pid)
  process.kill(worker, 'SIGKILL')
  await server.logged('a worker died')
  const readAfter = async (): Promise<string> => (await fetch(address, authorized)).text()
  let after = await readAfter()
  assert.equal(numberOf(after, ANSWERED), 20)
  while (numberOf(after, 'longview_workers') !== 2) {
    await pause(50)
    after = await readAfter()
  }
  await ask(4)
  // Through a worker, which asks the primary.
  const fromWorker = await (await fetch(`${server.url}/metrics`, authorized)).text()
  assert.equal(numberOf(fromWorker, ANSWERED), 24)
  assert.equal(numberOf(fromWorker, 'longview_workers'), 2)
})

test('an address that cannot be had ends the start with a sentence', async (t) => {
  const { address } = await started(t, environmentOf(t))
  await assert.rejects(
    serve({ ...environmentOf(t), METRICS_ADDRESS: new URL(address).host }),
    /METRICS_ADDRESS cannot be listened on/u,
  )
})

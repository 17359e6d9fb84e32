import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { busyClients } from '../support/process/busy-clients.ts'
import { serve, type Serving } from '../support/process/longview-process.ts'
import { processCorpus } from '../support/process/process-corpus.ts'
import { leastPaper } from '../support/service/papers.ts'

/** Ends what hangs. */
const inTime = { timeout: 600_000 }
/** Requests before the workers are replaced, and in all. */
const [BEFORE, ALL] = [50, 200]

const replacesUnderLoad = async (t: TestContext, serving: Serving): Promise<void> => {
  const clients = busyClients(6, (number) => `${serving.url}/api/papers?limit=${1 + (number % 400)}`)
  await clients.answered(BEFORE)
  serving.child.kill('SIGHUP')
  await serving.logged('all workers are replaced')
  await clients.answered(ALL)
  const { answered, failed, byStatus } = await clients.stop()
  assert.deepEqual(failed, [])
  assert.deepEqual([...byStatus.keys()], [200])
  assert.ok(answered >= ALL, String(answered))
  t.diagnostic(`${answered} requests answered while all workers were replaced`)
}

const limitsAcrossWorkers = async ({ url }: Serving, key: string): Promise<void> => {
  const submit = (id: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/api/papers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, connection: 'close', ...headers },
      body: JSON.stringify(leastPaper({ id })),
    })
  const twins = await Promise.all(Array.from({ length: 6 }, () => submit('p9000', { 'idempotency-key': '"one"' })))
  const stored = twins.filter(({ status }) => status === 201)
  assert.ok(stored.length > 0)
  assert.ok(twins.every(({ status }) => status === 201 || status === 409))
  assert.equal(stored.filter(({ headers }) => !headers.has('idempotent-replayed')).length, 1)
  const responses = await Promise.all(Array.from({ length: 130 }, (_, index) => submit(`p${index + 1}`)))
  assert.equal(responses.filter(({ status }) => status === 201).length, 99)
  assert.equal(responses.filter(({ status }) => status === 429).length, 31)
}

const replacesTheDead = async (serving: Serving): Promise<void> => {
  const answering = [...serving.stderr().matchAll(/"worker":(\d+).*a worker answers/gu)].map(([, pid]) => Number(pid))
  // The last two: those before them were replaced.
  const worker = answering.at(-1) ?? 0
  process.kill(worker, 'SIGKILL')
  const logged = await serving.logged('a worker died and is being replaced')
  assert.match(logged, new RegExp(`"worker":${worker}\\b.*a worker died and is being replaced`, 'u'))
  assert.equal((await fetch(`${serving.url}/api/health`)).status, 200)
}

test('workers of one server', inTime, async (t) => {
  const corpus = await processCorpus(t)
  const serving = await serve(corpus.environment, ['--workers', '2'])
  t.after(() => serving.stop())
  await t.test('are all replaced by SIGHUP under load, and no request fails', (t) => replacesUnderLoad(t, serving))
  const [key = ''] = await corpus.keys(1)
  await t.test('share limits and retries', () => limitsAcrossWorkers(serving, key))
  await t.test('are replaced when one dies, and the log says so', () => replacesTheDead(serving))
  await t.test('all end with 0 by SIGTERM, also those that are just being replaced', async () => {
    const exited = once(serving.child, 'exit')
    serving.child.kill('SIGHUP')
    serving.child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
})

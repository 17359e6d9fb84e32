import { EventEmitter, once } from 'node:events'
import { Agent, get } from 'node:http'
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { SHUTDOWN_DELAY_MS } from '#http/lifecycle.ts'
import { serve, type Serving } from '../support/process/longview-process.ts'
import { processCorpus } from '../support/process/process-corpus.ts'
import { leastPaper } from '../support/service/papers.ts'

type Totals = { answered: number; failed: string[]; byStatus: Map<number, number>; wasSilent: boolean }

const askOnce = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', reject)
    }).on('error', reject)
  })

/** Clients on persistent connections that send one request after another until they are stopped; no request is repeated. */
const busyClients = (
  count: number,
  urlOf: (number: number) => string,
): { answered(count: number): Promise<void>; stop(): Promise<Totals> } => {
  const totals: Totals = { answered: 0, failed: [], byStatus: new Map(), wasSilent: false }
  const changes = new EventEmitter()
  let isStopping = false
  let number = 0
  const run = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // oxlint-disable-next-line no-unmodified-loop-condition -- stop() ends it.
    for (let sentAt = performance.now(); !isStopping;) {
      const previousAt = sentAt
      sentAt = performance.now()
      try {
        const status = await askOnce(urlOf((number += 1)), agent)
        totals.answered += 1
        totals.byStatus.set(status, (totals.byStatus.get(status) ?? 0) + 1)
      } catch (error) {
        totals.failed.push(String(error))
        totals.wasSilent ||= performance.now() - previousAt > SHUTDOWN_DELAY_MS
      }
      changes.emit('change')
    }
    agent.destroy()
  }
  const clients = Array.from({ length: count }, run)
  return {
    /** Resolves once this many requests have ended in all. */
    answered: async (wanted) => {
      while (totals.answered + totals.failed.length < wanted) await once(changes, 'change')
    },
    stop: async () => {
      isStopping = true
      await Promise.all(clients)
      return totals
    },
  }
}

/** Ends what hangs. */
const inTime = { timeout: 600_000 }
const REPLACED = 'all workers are replaced'
/** Requests before the workers are replaced, and in all. */
const [BEFORE, ALL] = [50, 200]

const replaceUnderLoad = async (serving: Serving): Promise<Totals> => {
  const replacements = (): number => serving.stderr().split(REPLACED).length
  const before = replacements()
  const clients = busyClients(6, (number) => `${serving.url}/api/papers?limit=${1 + (number % 400)}`)
  await clients.answered(BEFORE)
  serving.child.kill('SIGHUP')
  while (replacements() === before) await once(serving.child.stderr ?? assert.fail(), 'data')
  await clients.answered(ALL)
  return clients.stop()
}

const replacesUnderLoad = async (t: TestContext, serving: Serving): Promise<void> => {
  let totals = await replaceUnderLoad(serving)
  // A client that was silent for longer than a worker waits may lose its connection; a busy machine makes it so.
  for (let tries = 1; totals.wasSilent && tries < 10; tries += 1) totals = await replaceUnderLoad(serving)
  const { answered, failed, byStatus } = totals
  assert.deepEqual(failed, [])
  assert.deepEqual([...byStatus.keys()], [200])
  assert.ok(answered >= ALL, String(answered))
  t.diagnostic(`${answered} requests answered while all workers were replaced`)
}

const limitsAcrossWorkers = async ({ url }: Serving, key: string): Promise<void> => {
  const submit = async (id: string, headers: Record<string, string> = {}): Promise<Response> => {
    for (;;) {
      const response = await fetch(`${url}/api/papers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, connection: 'close', ...headers },
        body: JSON.stringify(leastPaper({ id })),
      })
      // On a slow machine it waited too long for the writer, and nothing was stored.
      if (response.status !== 503) return response
      await response.body?.cancel()
    }
  }
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
  const answering = [...serving.stderr().matchAll(/"worker":(\d+).*a worker is ready/gu)].map(([, pid]) => Number(pid))
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
    serving.child.kill('SIGHUP')
    assert.equal(await serving.stop(), 0)
  })
})

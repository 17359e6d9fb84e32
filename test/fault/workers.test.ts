import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { busyClients } from '../support/process/busy-clients.ts'
import { longview, serve, type Serving } from '../support/process/longview-process.ts'
import { leastPaper } from '../support/service/papers.ts'
import { temporaryFolder } from '../support/database/temporary.ts'

/** Ends what hangs. */
const inTime = { timeout: 600_000 }
/** Requests before the workers are replaced, and in all. */
const [BEFORE, ALL] = [50, 200]

const startWithWorkers = async (t: TestContext): Promise<{ serving: Serving; environment: Record<string, string> }> => {
  const environment = {
    DATABASE_URL: `sqlite:${join(await temporaryFolder(t), 'corpus.db')}`,
    STARTER_CORPUS: 'off',
  }
  const serving = await serve(environment, ['--workers', '2'])
  t.after(() => serving.stop())
  return { serving, environment }
}

test('SIGHUP replaces all workers under load and no request fails', inTime, async (t) => {
  const { serving } = await startWithWorkers(t)
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
})

test('a worker that dies is replaced and the log says so, and SIGTERM ends all of them with 0', inTime, async (t) => {
  const { serving } = await startWithWorkers(t)
  const worker = Number(/"worker":(\d+).*a worker answers/u.exec(await serving.logged('a worker answers'))?.[1])
  process.kill(worker, 'SIGKILL')
  const logged = await serving.logged('a worker died and is being replaced')
  assert.match(logged, new RegExp(`"worker":${worker}\\b.*a worker died and is being replaced`, 'u'))
  assert.equal((await fetch(`${serving.url}/api/health`)).status, 200)
  const exited = once(serving.child, 'exit')
  serving.child.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
})

test('limits and retries hold across workers', inTime, async (t) => {
  const { serving, environment } = await startWithWorkers(t)
  const made = await longview(['keys', 'create', '--label', 'test', '--json'], environment)
  const { key } = JSON.parse(made.stdout) as { key: string }
  const submit = (id: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${serving.url}/api/papers`, {
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
})

test('SIGTERM while workers are being replaced leaves none of them behind', async (t) => {
  const { serving } = await startWithWorkers(t)
  await serving.logged('a worker answers')
  const exited = once(serving.child, 'exit')
  serving.child.kill('SIGHUP')
  serving.child.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
})

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { Failure } from '#core/failure.ts'
import { openPool, readInPool } from '#store/postgres/connection/connections.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import type { TestEngine } from '../support/database/engines.ts'
import { fakeClock, recordingLog, type LogLine } from '../support/ports.ts'
import { leastPaper, wholePaper } from '../support/service/papers.ts'
import { startPostgres, type Cluster } from '../support/database/postgres.ts'
import { addPapers, found, newPaper } from '../support/database/stored.ts'
import { wireTo } from '../support/database/wire.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'
import { until } from '../support/until.ts'

/** What PostgreSQL may do to us: clients see 503 with Retry-After, and nothing acknowledged is lost or doubled. */

let cluster: Cluster
before(async () => {
  cluster = await startPostgres()
})
after(() => cluster.remove())

const nameIn = (url: string): string => url.split('/').at(-1) ?? ''

const engineOn = (url: string): TestEngine => ({
  name: 'PostgreSQL',
  open: (_t, ports) => openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true }),
})

const isUnavailable = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'unavailable' && (error.retryAfter ?? 0) > 0

/** Resolves when both a read and a write succeed. */
const untilStored = async (service: TestService, key: string, id: string): Promise<void> => {
  await until(async () => {
    const read = await service.get('/api/papers?q=checkpoints')
    const written = await service.send('POST', '/api/papers', leastPaper({ id }), { 'x-api-key': key })
    return read.status === 200 && (written.status === 201 || written.status === 409)
  })
}

test('an immediate restart under load: only 503 with Retry-After, nothing acknowledged lost or doubled', async (t) => {
  const url = await cluster.createDatabase()
  const service = await startTestService(t, { engine: engineOn(url) })
  await service.accept(wholePaper({ id: 'p1' }))
  const statuses = new Map<number, number>()
  const acknowledged: string[] = []
  const wrong: string[] = []
  const load = { goesOn: true }
  let next = 1_000

  const note = async (response: Response): Promise<number> => {
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const waits = response.headers.get('retry-after') !== null
    if (response.status >= 500 && !(response.status === 503 && waits)) wrong.push(`${response.status} ${response.url}`)
    await response.arrayBuffer()
    return response.status
  }
  const reading = async (): Promise<void> => {
    while (load.goesOn) await note(await service.get('/api/papers?q=checkpoints'))
  }
  const writing = async (key: string): Promise<void> => {
    for (let count = 0; load.goesOn && count < 95; count += 1) {
      next += 1
      const id = `p${next}`
      // As a careful client: the same request under the same key until it is answered.
      for (;;) {
        const headers = { 'x-api-key': key, 'Idempotency-Key': id }
        const status = await note(await service.send('POST', '/api/papers', leastPaper({ id }), headers))
        if (status === 201) acknowledged.push(id)
        if (status !== 503) break
        await pause(20)
      }
      await pause(10)
    }
  }
  const keys: string[] = []
  for (let count = 0; count < 4; count += 1) keys.push(await service.key())
  const clients = [reading(), reading(), reading(), ...keys.map(writing)]
  await until(() => acknowledged.length >= 5)
  await cluster.crash()
  await until(() => (statuses.get(503) ?? 0) > 0)
  // Counted before the start: each key has a limited number of submissions, which may all be made before this test goes on.
  const soFar = acknowledged.length
  await cluster.start()
  let key = ''
  await until(async () => {
    key = await service.key().catch(() => '')
    return key !== ''
  })
  await untilStored(service, key, 'p2')
  await until(() => acknowledged.length > soFar + 5)
  load.goesOn = false
  await Promise.all(clients)

  assert.deepEqual(wrong, [])
  const stored = await cluster.run("select id from papers where id <> 'p1' and id <> 'p2'", nameIn(url))
  assert.deepEqual(stored.map(({ id }) => String(id)).toSorted(), acknowledged.toSorted())
  const steps = await cluster.run('select paper_seq from review_steps group by 1 having count(*) > 1', nameIn(url))
  assert.deepEqual(steps, [])
  t.diagnostic(
    `answers ${JSON.stringify(Object.fromEntries(statuses))}, ${acknowledged.length} acknowledged and stored once`,
  )
})

test('while the server is silent, a write is refused in its own time, not after the one before it', async (t) => {
  const url = await cluster.createDatabase()
  const wire = await wireTo(t, cluster.port)
  const throughWire = url.replace(`:${cluster.port}/`, `:${wire.port}/`)
  const store = await engineOn(throughWire).open(t, { clock: fakeClock(), log: recordingLog([]) })
  const add = (id: string): Promise<void> => addPapers(store, newPaper({ id }))
  await add('p1')
  const { mock } = t.mock.method(Client.prototype, 'query')
  const refused: string[] = []
  const writing = (id: string, write: Promise<unknown>): Promise<void> =>
    assert.rejects(write, isUnavailable).then(() => void refused.push(id))

  const cut = Promise.withResolvers<undefined>()
  const silent = store.transact(async (tx) => {
    wire.cut()
    cut.resolve(undefined)
    await tx.papers.add([newPaper({ id: 'p2' })])
  })
  const writes = [writing('p2', silent), cut.promise.then(() => writing('p3', add('p3')))]
  await Promise.all(writes)
  assert.deepEqual(refused, ['p3', 'p2'])
  const asked = mock.calls.map(({ arguments: [statement] }) => JSON.stringify(statement))
  assert.equal(asked.filter((statement) => statement.includes('ROLLBACK')).length, 0, 'it is not asked to roll back')

  wire.mend()
  await until(() =>
    add('p4').then(
      () => true,
      (error: unknown) => !isUnavailable(error),
    ),
  )
  assert.deepEqual((await found(store, null)).toSorted(), ['p1', 'p4'])
})

test('while the server is silent, a transaction that cannot begin is refused as soon as one that waits', async (t) => {
  const url = await cluster.createDatabase()
  const wire = await wireTo(t, cluster.port)
  const throughWire = url.replace(`:${cluster.port}/`, `:${wire.port}/`)
  const store = await engineOn(throughWire).open(t, { clock: fakeClock(), log: recordingLog([]) })
  await addPapers(store, newPaper({ id: 'p1' }))
  const { mock } = t.mock.method(Client.prototype, 'query')
  wire.cut()
  await assert.rejects(addPapers(store, newPaper({ id: 'p2' })), isUnavailable)
  const begun = mock.calls.flatMap(({ arguments: [statement] }) =>
    JSON.stringify(statement).includes('pg_advisory_xact_lock')
      ? [statement as unknown as { query_timeout: number }]
      : [],
  )
  assert.equal(begun.length, 1)
  assert.ok(begun.every(({ query_timeout: ms }) => ms <= 6_000))
})

test('a backend that is terminated inside a transaction leaves nothing of it', async (t) => {
  const url = await cluster.createDatabase()
  const store = await engineOn(url).open(t, { clock: fakeClock(), log: recordingLog([]) })
  const killed = store.transact(async (tx) => {
    await tx.papers.add([newPaper({ id: 'p1' })])
    await cluster.run(
      `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = '${nameIn(url)}'`,
    )
    await tx.papers.add([newPaper({ id: 'p2' })])
  })
  await assert.rejects(killed, isUnavailable)
  await addPapers(store, newPaper({ id: 'p2' }))
  assert.deepEqual(await found(store, null), ['p2'])
  // Also while the connections lie idle, and before anybody here has read their last words.
  await cluster.run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameIn(url)}'`)
  await addPapers(store, newPaper({ id: 'p3' }))
  assert.deepEqual(await found(store, null), ['p2', 'p3'])
  await store.close()
})

test('a full pool and a slow statement end in 503, and all is valid once they are gone', async (t) => {
  const url = await cluster.createDatabase()
  const service = await startTestService(t, { engine: engineOn(url) })
  await service.accept(wholePaper({ id: 'p1' }))
  const key = await service.key()
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; lock table papers in access exclusive mode')
  const responses = await Promise.all([
    ...Array.from({ length: 30 }, () => service.get('/api/papers/p1')),
    service.send('POST', '/api/papers', leastPaper({ id: 'p5' }), { 'x-api-key': key }),
  ])
  for (const each of responses) {
    assert.equal(each.status, 503)
    assert.match(each.headers.get('retry-after') ?? '', /^\d+$/u)
  }
  await holder.query('rollback')
  await holder.end()
  await untilStored(service, key, 'p2')

  const pool = openPool(url, { max: 1, log: recordingLog([]), server: 'primary' })
  await assert.rejects(readInPool(pool)(CompiledQuery.raw('select pg_sleep(30)')), isUnavailable)
  assert.equal((await readInPool(pool)(CompiledQuery.raw('select 1'))).rows.length, 1)
  await pool.end()
})

test('that nobody listens for changes is logged once, and so is that somebody does again', async (t) => {
  const own = await startPostgres()
  t.after(() => own.remove())
  const logged: LogLine[] = []
  const ports = { clock: fakeClock(), log: recordingLog(logged) }
  const store = await openPostgresStore({ url: await own.createDatabase(), replicaUrls: [] }, ports, { migrate: true })
  t.after(() => store.close())
  const until = async (text: string): Promise<LogLine> => {
    for (;;) {
      const line = logged.find(({ message }) => message.startsWith(text))
      if (line !== undefined) return line
      await pause(10)
    }
  }
  await own.crash()
  const { level, facts } = await until('listening for changes failed')
  assert.equal(level, 'warn')
  assert.match(String(facts.reason), /\w/u)
  await own.start()
  await until('listening for changes resumed')
  assert.equal(logged.filter(({ message }) => message.startsWith('listening for changes failed')).length, 1)
})

test('new papers are found and it is logged when their words cannot enter the index', async (t) => {
  const url = await cluster.createDatabase()
  const logged: LogLine[] = []
  const ports = { clock: fakeClock(), log: recordingLog(logged) }
  const store = await openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true })
  t.after(() => store.close())
  await cluster.run('drop index paper_search_words', nameIn(url))
  await cluster.run('create index paper_search_words on paper_search (rank_key)', nameIn(url))
  await addPapers(store, newPaper({ id: 'p2' }))
  await until(() => logged.some(({ message }) => message.startsWith('indexing new papers failed')))
  assert.match(JSON.stringify(logged), /is not a GIN index/u)
  assert.deepEqual(await found(store, 'checkpoints'), ['p2'])
})

import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { openPostgresStore, type PostgresStore } from '#store/postgres/open-postgres-store.ts'
import { startPostgres, type Cluster } from '../../support/database/postgres.ts'
import { addPapers, found, newPaper } from '../../support/database/stored.ts'
import { wireTo } from '../../support/database/wire.ts'
import { fakeClock, recordingLog, type LogLine } from '../../support/ports.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { until } from '../../support/until.ts'

/** A primary and two standbys, as an operator has who wants reads to go on when a machine dies. */

let primary: Cluster
let standbys: [Cluster, Cluster]
before(async () => {
  primary = await startPostgres()
  standbys = [await primary.standby(), await primary.standby()]
})
after(async () => {
  for (const standby of standbys) await standby.remove()
  await primary.remove()
})

const openOn = async (t: TestContext, url: string, replicaUrls: string[], logged: LogLine[] = []) => {
  const ports = { clock: fakeClock(), log: recordingLog(logged) }
  const store = await openPostgresStore({ url, replicaUrls }, ports, { migrate: true })
  t.after(() => store.close())
  return store
}

const nameIn = (url: string): string => url.split('/').at(-1) ?? ''

/** The ports that lists of papers were read at since the last call. */
const portsRead = (t: TestContext): (() => Set<number>) => {
  const { mock } = t.mock.method(Client.prototype, 'query')
  return () => {
    const ports = mock.calls.flatMap(({ this: client, arguments: [statement] }) =>
      JSON.stringify(statement).includes('rank_key') ? [(client as Client).port] : [],
    )
    mock.resetCalls()
    return new Set(ports)
  }
}

const readMuch = (store: PostgresStore): Promise<string[][]> =>
  Promise.all(Array.from({ length: 12 }, () => found(store, null)))

test('reads are spread over the replicas that are up to date, and a silent or lagging one is left until it is back', async (t) => {
  const url = await primary.createDatabase()
  await addPapers(await openOn(t, url, []), newPaper({ id: 'p1' }))
  const [first, second] = standbys
  const wire = await wireTo(t, first.port)
  const logged: LogLine[] = []
  const throughWire = first.url(nameIn(url)).replace(`:${first.port}/`, `:${wire.port}/`)
  const store = await openOn(t, url, [throughWire, second.url(nameIn(url))], logged)
  const read = portsRead(t)
  const untilReadAt = async (...ports: number[]): Promise<void> => {
    const wanted = new Set(ports)
    await until(async () => {
      read()
      for (const ids of await readMuch(store)) assert.deepEqual(ids, expected)
      return read().symmetricDifference(wanted).size === 0
    })
  }
  const expected = ['p1']
  const both = [wire.port, second.port]
  await untilReadAt(...both)

  await first.run('select pg_wal_replay_pause()')
  await addPapers(store, newPaper({ id: 'p2' }))
  expected.push('p2')
  await untilReadAt(second.port)
  await second.run('select pg_wal_replay_pause()')
  await addPapers(store, newPaper({ id: 'p3' }))
  expected.push('p3')
  await untilReadAt(primary.port)
  for (const each of standbys) await each.run('select pg_wal_replay_resume()')
  await untilReadAt(...both)

  // Those that wait for the silent server are answered by another.
  wire.cut()
  const answers = await readMuch(store)
  for (const ids of answers) assert.deepEqual(ids, expected)
  await untilReadAt(second.port)
  const reasons = logged.filter(({ facts }) => facts.server === 'replica 1').map(({ facts }) => String(facts.reason))
  assert.match(reasons.at(-1) ?? '', /did not answer within|a statement failed|timeout|terminated/u)
  wire.mend()
  await untilReadAt(...both)

  await second.crash()
  await untilReadAt(wire.port)
  await second.start()
  await untilReadAt(...both)
})

test('whoever reads the number of the last change reads a list that reflects it, whichever replica answers', async (t) => {
  const url = await primary.createDatabase()
  const [ahead, behind] = standbys
  const store = await openOn(t, url, [ahead.url(nameIn(url)), behind.url(nameIn(url))])
  for (let step = 1; step <= 8; step += 1) {
    await behind.run('select pg_wal_replay_pause()')
    // Without a notification: this process hears of the change from what it reads.
    await primary.run(
      `insert into public_changes (seq, kind, id, event, at, latest) values (${step}, 'paper', 'p${step}', 'added', 'now', 1);
       update corpus set revision = revision + 1`,
      nameIn(url),
    )
    let last = 0
    while (last < step) {
      ;[last] = await Promise.all([store.public.changes.last(), readMuch(store)])
      for (let count = 0; count < 4; count += 1)
        assert.ok(last === 0 || (await store.public.changes.after(last - 1, 9)).length > 0, `change ${last} is missing`)
    }
    await behind.run('select pg_wal_replay_resume()')
    // Both are asked again.
    await until(async () => {
      const [row] = await behind.run('select revision from corpus', nameIn(url))
      return Number(row?.revision) === store.currentRevision()
    })
  }
})

test('without a primary the replicas answer reads, all else is 503, and health says so', async (t) => {
  const url = await primary.createDatabase()
  const [first, second] = standbys
  const service = await startTestService(t, {
    engine: {
      name: 'PostgreSQL',
      open: (_t, ports) =>
        openPostgresStore({ url, replicaUrls: standbys.map((standby) => standby.url(nameIn(url))) }, ports, {
          migrate: true,
        }),
    },
  })
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2' }))
  const key = await service.key()
  const { revision } = await jsonOf<{ revision: number }>(await service.get('/api/health'))
  const isReadOnly = async (): Promise<boolean> => {
    const response = await service.get('/api/health/ready')
    assert.equal(response.status, 200)
    return (await jsonOf<{ readOnly?: boolean }>(response)).readOnly === true
  }
  const submit = (id: string): Promise<Response> =>
    service.send('POST', '/api/papers', leastPaper({ id }), { 'x-api-key': key, 'idempotency-key': id })
  assert.equal(await isReadOnly(), false)
  // Both have what is public: what they lack would be read from the primary.
  for (const standby of standbys)
    await until(async () => {
      const [row] = await standby.run('select revision from corpus', nameIn(url)).catch(() => [])
      return Number(row?.revision) === revision
    })

  const searches = { next: 0 }
  const readAll = async (): Promise<void> => {
    searches.next += 1
    for (const path of ['/api/papers?limit=1', '/api/v1/papers/p2', `/papers?q=word${searches.next}`]) {
      const response = await service.get(path)
      assert.equal(response.status, 200, path)
      await response.text()
    }
  }
  await readAll()
  await primary.crash()
  await readAll()
  await until(async () => {
    await readAll()
    return isReadOnly()
  })
  const refused = await submit('p3')
  assert.equal(refused.status, 503)
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/u)
  assert.deepEqual(await jsonOf(await service.get('/api/health/ready')), {
    success: true,
    status: 'ready',
    readOnly: true,
  })
  assert.partialDeepStrictEqual(await jsonOf(await service.get('/api/health')), { revision, readOnly: true })

  // The revision that the replicas agree on is followed, also if this process cannot reach who takes the writes.
  await first.crash()
  await second.run('select pg_promote()')
  await second.run('update corpus set revision = revision + 1', nameIn(url))
  await until(() => service.store.currentRevision() === revision + 1)
  await readAll()

  await second.crash()
  await until(async () => (await service.get('/api/health/ready')).status === 503)
  await primary.start()
  await until(async () => (await submit('p3')).status === 201)
  await until(async () => !(await isReadOnly()))
})

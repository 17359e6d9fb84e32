import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Client } from 'pg'
import { everyPaper } from '#core/search/paper-filter.ts'
import { ingestPapers, seedCorpus } from '#actions/submissions.ts'
import { submitPolicy } from '#core/quota.ts'
import { openPostgresStore, type PostgresStore } from '#store/postgres/open-postgres-store.ts'
import { testRunner, fakeClock, recordingLog } from '../../support/ports.ts'
import { startPostgres, type Cluster } from '../../support/database/postgres.ts'
import { addPapers, AT, corePaper, found, newPaper } from '../../support/database/stored.ts'
import { until } from '../../support/until.ts'

/** Each opened store has its own pools and listener, as each process does. */

/** Its own: a standby copies all of it, and roles are made. */
let cluster: Cluster
before(async () => {
  cluster = await startPostgres()
})
after(() => cluster.remove())

const clock = fakeClock()

const openOn = async (t: TestContext, url: string, replicaUrls: readonly string[] = []): Promise<PostgresStore> => {
  const store = await openPostgresStore({ url, replicaUrls }, { clock, log: recordingLog([]) }, { migrate: true })
  t.after(() => store.close())
  return store
}

const several = async (t: TestContext, count: number): Promise<{ stores: PostgresStore[]; url: string }> => {
  const url = await cluster.createDatabase()
  // One after the other: each but the first finds the schema made.
  const stores: PostgresStore[] = []
  for (let index = 0; index < count; index += 1) stores.push(await openOn(t, url))
  return { stores, url }
}

/** Changes that must be heard of before the next poll, and the most that are made to see them. */
const [HEARD, MAX_CHANGES] = [3, 200]

const at = (stores: PostgresStore[], index: number): PostgresStore => {
  const store = stores[index % stores.length]
  assert.ok(store)
  return store
}

test('the words of new papers enter the index after the commit, and before the store is closed', async (t) => {
  const url = await cluster.createDatabase()
  const store = await openPostgresStore({ url, replicaUrls: [] }, { clock, log: recordingLog([]) }, { migrate: true })
  const database = new URL(url).pathname.slice(1)
  const statements = t.mock.method(Client.prototype, 'query')
  const run = await testRunner({ store, clock })
  await Promise.all(
    ['p1', 'p2', 'p3'].map((id, index) =>
      run(ingestPapers, { batch: [{ line: index + 1, paper: corePaper({ id }) }], state: 'accepted', actor: 'test' }),
    ),
  )
  await store.close()
  const texts = statements.mock.calls.map(({ arguments: [query] }: { arguments: unknown[] }) =>
    typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text')),
  )
  statements.mock.restore()
  const first = texts.findIndex((text) => text.includes('gin_clean_pending_list'))
  assert.ok(first > texts.indexOf('COMMIT'), 'the index is written after the commit')
  const [left] = await cluster.run("select gin_clean_pending_list('paper_search_words') as pages", database)
  assert.equal(Number(left?.pages), 0, 'no words are left in the list')
})

test('a change made by one process is announced to the others, and found by them when no news comes', async (t) => {
  const { stores, url } = await several(t, 2)
  const [a, b] = [at(stores, 0), at(stores, 1)]
  const name = url.split('/').at(-1)
  /** When each process polled last. */
  const polls = () =>
    cluster.run(
      `select pid, query_start::text from pg_stat_activity
       where query ilike 'select revision%' and datname = '${name}' order by pid`,
    )
  let announced = 0
  const ids: string[] = []
  // Each process polls every second: on a busy machine some changes take as long as that.
  while (announced < HEARD && ids.length < MAX_CHANGES) {
    const id = `p${101 + ids.length}`
    ids.push(id)
    const before = await polls()
    await addPapers(a, newPaper({ id }))
    const changed = await a.private.revision()
    assert.equal(a.currentRevision(), changed)
    await until(() => b.currentRevision() === changed)
    if (isDeepStrictEqual(await polls(), before)) announced += 1
  }
  assert.equal(announced, HEARD, 'too few changes were heard of before they were asked for')
  assert.deepEqual((await found(b, null)).toSorted(), ids)
  const revision = await a.private.revision()

  // A change without a notification is found by polling.
  await cluster.run('update corpus set revision = revision + 1', name)
  await until(() => b.currentRevision() === revision + 1)

  // Without its listener a process polls the database, and listens again soon.
  await cluster.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'select revision%' and datname = '${name}'`,
  )
  await addPapers(a, newPaper({ id: 'p2' }))
  // Until it notices the loss, it relies on the last notification.
  await until(async () => (await b.private.revision()) === revision + 2)
  await addPapers(a, newPaper({ id: 'p3' }))
  await until(() => b.currentRevision() === revision + 3)
  t.diagnostic(`${announced} of ${ids.length} changes were heard of before the next poll`)
})

test('limits, stored responses, leases and the first filling are exact across processes', async (t) => {
  const { stores } = await several(t, 4)
  const policy = { ...submitPolicy, limit: 25 }
  const counted = await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      at(stores, index).transact((tx) => tx.quota.consume('bucket', policy, new Date(AT))),
    ),
  )
  assert.equal(counted.filter(({ allowed }) => allowed).length, 25)

  const key = { scope: 's', key: 'k', fingerprint: 'f' }
  const stored = await Promise.all(
    stores.map((store, index) =>
      store.transact(async (tx) => {
        const before = await tx.idempotency.find('s', 'k')
        if (before !== null) return before.response.body
        await tx.idempotency.put(key, { status: 201, headers: {}, body: String(index) }, AT)
        return String(index)
      }),
    ),
  )
  assert.equal(new Set(stored).size, 1)

  await at(stores, 0).transact(async (tx) => {
    for (let index = 0; index < 30; index += 1)
      await tx.outbox.add(
        { messageId: `${index}`, kind: 'contact', to: 'a@b.c', replyTo: null, subject: '', text: '', headers: {} },
        AT,
      )
  })
  const leased = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      at(stores, index).transact((tx) => tx.outbox.lease(AT, '2026-11-20T10:10:00.000Z', 5, true)),
    ),
  )
  const seqs = leased.flat().map(({ seq }) => seq)
  assert.equal(seqs.length, 30)
  assert.equal(new Set(seqs).size, 30)

  const starter = {
    papers: [{ paper: corePaper({ id: 'p1', concepts: ['a'] }), acceptedAt: AT }],
    chapters: [],
    settings: {},
    concepts: [],
    gaps: [],
    briefs: [],
  }
  const runners = await Promise.all(stores.map((store) => testRunner({ store, clock })))
  const seeded = await Promise.all(runners.map((run) => run(seedCorpus, starter)))
  assert.equal(seeded.filter(Boolean).length, 1)
})

test('writes from several processes take turns and are all there', async (t) => {
  const { stores } = await several(t, 3)
  // Each process has a few in flight: none may wait for the others until its request is given up.
  const left = Array.from({ length: 90 }, (_, index) => index)
  const writer = async (store: PostgresStore): Promise<void> => {
    for (let index = left.pop(); index !== undefined; index = left.pop())
      await addPapers(store, newPaper({ id: `p${index + 1}`, concepts: ['shared', `own ${index}`] }))
  }
  await Promise.all([...stores, ...stores, ...stores].map(writer))
  assert.equal((await found(at(stores, 0), null)).length, 90)
  assert.equal((await at(stores, 1).public.stats.counts()).papers, 90)
  assert.equal((await at(stores, 2).public.concepts.list())?.concepts[0]?.papers, 90)
})

test('a replica is read while it has caught up, and the primary while it lags or is gone', async (t) => {
  const url = await cluster.createDatabase()
  await openOn(t, url)
  const standby = await cluster.standby()
  t.after(() => standby.remove())
  const name = url.split('/').at(-1) ?? ''
  const store = await openOn(t, url, [standby.url(name)])

  const readsOnStandby = async (): Promise<boolean> => {
    await store.public.papers.list(everyPaper, null, 7)
    const seen = await standby.run(`select query from pg_stat_activity where query like '%"rank_key" >%'`)
    return seen.length > 0
  }
  await addPapers(store, newPaper({ id: 'p1' }))
  assert.deepEqual(await found(store, null), ['p1'], 'its own write at once')
  await until(readsOnStandby)

  await standby.run('select pg_wal_replay_pause()')
  await addPapers(store, newPaper({ id: 'p2' }))
  for (let count = 0; count < 20; count += 1) assert.deepEqual(await found(store, null), ['p1', 'p2'])
  await standby.run('select pg_wal_replay_resume()')

  await standby.crash()
  assert.deepEqual(await found(store, null), ['p1', 'p2'])
  await addPapers(store, newPaper({ id: 'p3' }))
  assert.deepEqual(await found(store, null), ['p1', 'p2', 'p3'])
})

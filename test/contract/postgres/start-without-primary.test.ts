import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createKey } from '#actions/api-keys.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { startPostgres, type Cluster } from '../../support/database/postgres.ts'
import { unhurried } from '../../support/database/engines.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { fakeClock, recordingLog, refusesWith, testRunner } from '../../support/ports.ts'
import { processCorpus } from '../../support/process/process-corpus.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { until } from '../../support/until.ts'

let primary: Cluster
let standby: Cluster
before(async () => {
  primary = await startPostgres()
  standby = await primary.standby()
})
after(async () => {
  await standby.remove()
  await primary.remove()
})

const nameIn = (url: string): string => url.split('/').at(-1) ?? ''

/** A corpus with a paper that the standby has, too, and a key. */
const fill = async (): Promise<{ url: string; replicaUrl: string; key: string }> => {
  const url = await primary.createDatabase()
  const clock = fakeClock()
  const store = await openPostgresStore({ url, replicaUrls: [] }, { clock, log: recordingLog([]) }, { migrate: true })
  try {
    await addPapers(store, newPaper({ id: 'p1', title: 'Agents that wait' }))
    const run = await testRunner({ store, clock })
    const { key } = await run(createKey, {
      label: 'test',
      scopes: ['submit'],
      expiresAt: null,
      actor: 'test',
    })
    await until(async () => {
      const rows = await standby.run('select revision from corpus', nameIn(url)).catch(() => [])
      return Number(rows[0]?.revision) === store.currentRevision()
    })
    return { url, replicaUrl: standby.url(nameIn(url)), key }
  } finally {
    await store.close()
  }
}

test('a process that starts while only a replica answers serves reads, refuses writes, and goes on when the primary is back', async (t) => {
  const { url, replicaUrl, key } = await fill()
  const corpus = await processCorpus(t, {
    DATABASE_URL: unhurried(url),
    DATABASE_REPLICA_URL: replicaUrl,
    PUBLIC_URL: 'https://library.example',
    HOST: '127.0.0.1',
    STARTER_CORPUS: 'on',
  })
  await primary.crash()
  const server = await corpus.serve()
  const read = async (): Promise<string[]> => {
    const response = await fetch(`${server.url}/api/papers?q=agents`)
    assert.equal(response.status, 200)
    const { papers } = (await response.json()) as { papers: { id: string }[] }
    return papers.map(({ id }) => id)
  }
  const submit = (id: string): Promise<Response> =>
    fetch(`${server.url}/api/papers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': id },
      body: JSON.stringify(leastPaper({ id })),
    })
  assert.deepEqual(await read(), ['p1'])
  const ready = await fetch(`${server.url}/api/health/ready`)
  assert.deepEqual([ready.status, ((await ready.json()) as { readOnly?: boolean }).readOnly], [200, true])
  const refused = await submit('p2')
  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)

  await primary.start()
  await until(async () => (await submit('p2')).status === 201)
  await until(async () => !('readOnly' in ((await (await fetch(`${server.url}/api/health/ready`)).json()) as object)))
  assert.deepEqual(await read(), ['p1'])
  assert.deepEqual(await primary.run("select id, state from papers where id = 'p2'", nameIn(url)), [
    { id: 'p2', state: 'pending' },
  ])
})

test('without a replica that holds the corpus, a process says that the primary does not respond', async (t) => {
  const { url, replicaUrl } = await fill()
  const open = async (replicaUrls: string[], mayLackPrimary: boolean): Promise<void> => {
    const ports = { clock: fakeClock(), log: recordingLog([]) }
    const store = await openPostgresStore({ url, replicaUrls }, ports, { migrate: false, mayLackPrimary })
    t.after(() => store.close())
    assert.ok(store.isReadOnly())
  }
  await primary.run('create database empty')
  await until(() =>
    standby.run('select 1', 'empty').then(
      () => true,
      () => false,
    ),
  )
  await primary.crash()
  try {
    const refused = refusesWith('unavailable', /PostgreSQL does not respond at the address in DATABASE_URL/u)
    await assert.rejects(open([], true), refused)
    await assert.rejects(open([url], true), refused)
    await assert.rejects(open([standby.url('empty')], true), refused)
    // A command that writes does not begin.
    await assert.rejects(open([replicaUrl], false), refused)
    await open([url, standby.url('empty'), replicaUrl], true)
  } finally {
    await primary.start()
  }
})

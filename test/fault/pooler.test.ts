import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type * as connections from '#store/postgres/connection/connections.ts'
import { SESSION_SETTINGS } from '#store/postgres/connection/connections.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { isThorough } from '../support/budgets.ts'
import { pgBouncerVersion, startPgBouncer, type PgBouncer } from '../support/database/pgbouncer.ts'
import { postgresPassword, startPostgres, type Cluster } from '../support/database/postgres.ts'
import { addPapers, found, newPaper } from '../support/database/stored.ts'
import { fakeClock, recordingLog, type LogLine } from '../support/ports.ts'
import { commandInProcess, processCorpus } from '../support/process/process-corpus.ts'
import { leastPaper } from '../support/service/papers.ts'

/** Behind a pooler in transaction mode, no statement relies on what an earlier one left in its session. */

let cluster: Cluster
before(async () => {
  cluster = await startPostgres()
})
after(() => cluster.remove())

const nameIn = (url: string): string => url.split('/').at(-1) ?? ''

const behind = (url: string, directUrl: string): Record<string, string> => ({
  DATABASE_URL: url,
  DATABASE_POOLER: 'transaction',
  DATABASE_DIRECT_URL: directUrl,
})

type Migrated = { applied: string[]; settings?: string[] }

const migrate = async (environment: Record<string, string>): Promise<Migrated> => {
  const { code, stdout, stderr } = await commandInProcess(['migrate', '--json'], environment)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout) as Migrated
}

/** A process names a limited number of statements; tests before this one may have used them up. */
const ownConnections = '../../src/store/postgres/connection/connections.ts?own'

/** What is left in the only session of a pool after the same statement ran in it twice. */
const leftInSession = async (peer: 'server' | 'pooler'): Promise<Record<string, unknown>> => {
  const { openPool, readInPool } = (await import(ownConnections)) as typeof connections
  const pool = openPool(cluster.url('postgres'), { max: 1, log: recordingLog([]), server: 'primary', peer })
  const run = readInPool(pool, peer)
  for (let round = 0; round < 2; round += 1) await run(CompiledQuery.raw('select $1::int', [round]))
  const { rows } = await run<Record<string, unknown>>(
    CompiledQuery.raw(
      'select (select count(*) from pg_prepared_statements where statement like $1) as statements, array(select name from pg_settings where source = $2 order by 1) as settings',
      ['select $1::int%', 'client'],
    ),
  )
  await pool.end()
  return rows[0] ?? {}
}

test('through a pooler no statement has a name, and a connection begins without settings', async () => {
  const usual = ['application_name', 'client_encoding']
  assert.deepEqual(await leftInSession('pooler'), { statements: 0, settings: usual })
  assert.deepEqual(await leftInSession('server'), {
    statements: 1,
    settings: [...usual, ...Object.keys(SESSION_SETTINGS)].toSorted(),
  })
})

test('migrate prints what the role lacks, as it is to be typed, until it is done', async () => {
  const direct = await cluster.createDatabase()
  const environment = behind(direct, direct)
  const { applied, settings = [] } = await migrate(environment)
  assert.ok(applied.length > 10)
  const role = `ALTER ROLE longview IN DATABASE ${nameIn(direct)} SET`
  assert.deepEqual(
    settings,
    Object.entries(SESSION_SETTINGS).map(([name, value]) => `${role} ${name} = '${value}';`),
  )
  const { stdout } = await commandInProcess(['migrate'], environment)
  assert.match(stdout, /^The database is up to date\.\n.*Run these in psql/u)
  assert.ok(stdout.endsWith(`\n${settings.join('\n')}\n`), stdout)

  const logged: LogLine[] = []
  const open = (): ReturnType<typeof openPostgresStore> =>
    openPostgresStore(
      { url: direct, directUrl: direct, replicaUrls: [] },
      { clock: fakeClock(), log: recordingLog(logged) },
      { migrate: false },
    )
  await (await open()).close()
  assert.deepEqual(
    logged.map(({ level, facts }) => [level, facts.missing]),
    [['warn', settings]],
  )
  await cluster.run(settings.join('\n'), nameIn(direct))
  assert.deepEqual(await migrate(environment), { applied: [] })
  const store = await open()
  assert.equal(logged.length, 1)
  await addPapers(store, newPaper({ id: 'p1' }))
  assert.deepEqual(await found(store, null), ['p1'])
  await store.close()
})

const refused = async (environment: Record<string, string>, sentence: RegExp): Promise<void> => {
  const { code, stderr } = await commandInProcess(['migrate'], environment)
  assert.equal(code, 1)
  assert.match(stderr, sentence)
  assert.doesNotMatch(stderr, new RegExp(`${postgresPassword}|secret-in-url`, 'u'))
}

test('addresses that do not belong together are refused, and each message names the variable', async () => {
  const [one, other] = [await cluster.createDatabase(), await cluster.createDatabase()]
  await migrate({ DATABASE_URL: one })
  await migrate({ DATABASE_URL: other })
  await refused(behind(one, other), /DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/u)
  const nowhere = 'postgres://longview:secret-in-url@127.0.0.1:1/x'
  await refused(behind(nowhere, one), /address in DATABASE_URL: .*ECONNREFUSED/u)
  await refused(behind(one, nowhere), /address in DATABASE_DIRECT_URL: .*ECONNREFUSED/u)
  await refused(
    { ...behind(one, ''), DATABASE_DIRECT_URL: '' },
    /DATABASE_DIRECT_URL is required with DATABASE_POOLER/u,
  )
})

const post = async (url: string, key: string, body: unknown, more: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...more },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const RECORD = '@article{a, title={Checkpoints behind a pooler}, author={Ada Example}, year=2025}'

/** A whole day: start, submission, decision in another process, import, search, and that a waiting client hears of it. */
const driveThrough = async (t: Parameters<typeof processCorpus>[0], bouncer: PgBouncer): Promise<void> => {
  const direct = await cluster.createDatabase()
  const environment = behind(bouncer.url(direct), direct)
  const pooled = bouncer.url(direct)
  await refused({ DATABASE_URL: pooled }, /unsupported startup parameter.*set DATABASE_POOLER to transaction/u)
  await refused(behind(pooled, pooled), /DATABASE_DIRECT_URL must be .* not of a pooler/u)

  const { settings = [] } = await migrate(environment)
  assert.equal(settings.length, Object.keys(SESSION_SETTINGS).length)
  await cluster.run(settings.join('\n'), nameIn(direct))
  await bouncer.command('RECONNECT')
  assert.deepEqual(await migrate(environment), { applied: [] })

  const corpus = await processCorpus(t, { ...environment, LOG_LEVEL: 'warn' })
  const { key } = await corpus.json<{ key: string }>('keys', 'create', '--label', 'a', '--scope', 'submit,ingest')
  const serving = await corpus.serve()
  const { url } = serving
  const submit = async (id: string, more: Record<string, string> = {}): Promise<number> =>
    (await post(`${url}/api/papers`, key, leastPaper({ id, title: `Agents that plan, ${id}` }), more)).status
  const ask = async (path: string): Promise<Record<string, unknown>> =>
    (await (await fetch(`${url}${path}`)).json()) as Record<string, unknown>

  assert.equal(await submit('p1'), 201)
  const waiting = ask('/api/v1/changes?since=0&wait=60')
  await corpus.json('review', 'accept', 'p1')
  assert.partialDeepStrictEqual(await waiting, { changes: [{ id: 'p1', event: 'added' }] })

  const imported = await post(`${url}/api/editorial/imports`, key, RECORD, { 'content-type': 'application/x-bibtex' })
  assert.partialDeepStrictEqual(await imported.json(), { read: 1, stored: 1 })
  assert.partialDeepStrictEqual(await ask('/api/v1/search?q=how+do+agents+plan'), { hits: [{ id: 'p1' }] })

  // More at a time than PgBouncer has sessions: each statement meets others of its session.
  const ids = Array.from({ length: 20 }, (_, index) => `p${100 + index}`)
  const mixed = await Promise.all(
    ids.flatMap((id, index) => [
      submit(id),
      ...[`/api/papers?q=agents&limit=${index + 1}`, `/api/papers/p1?n=${index}`, `/api/v1/search?q=plan+${index}`].map(
        async (path) => (await fetch(url + path)).status,
      ),
    ]),
  )
  assert.deepEqual(new Set(mixed), new Set([200, 201]))

  await bouncer.stop()
  assert.equal(await submit('p900', { 'idempotency-key': 'p900' }), 503)
  await bouncer.start()
  while ((await submit('p900', { 'idempotency-key': 'p900' })) !== 201) await pause(50)
  while ((await fetch(`${url}/api/papers?q=plan&limit=7`)).status !== 200) await pause(50)
  const after = ask(`/api/v1/changes?since=1&wait=60`)
  await corpus.json('review', 'accept', 'p900')
  assert.partialDeepStrictEqual(await after, { changes: [{ id: 'p900', event: 'added' }] })
  const stored = await cluster.run('select id from papers', nameIn(direct))
  assert.equal(stored.length, 3 + ids.length)
  assert.equal(await serving.stop(), 0, serving.stderr())
  assert.doesNotMatch(serving.stderr(), new RegExp(`listening for changes failed|${postgresPassword}`, 'u'))
}

if (isThorough)
  test('PgBouncer in transaction mode serves a whole day, and is restarted', async (t) => {
    const version = pgBouncerVersion()
    if (version === null) {
      t.diagnostic('not run: PgBouncer')
      return
    }
    t.diagnostic(`PgBouncer ${version}`)
    await driveThrough(t, await startPgBouncer(t, cluster))
  })

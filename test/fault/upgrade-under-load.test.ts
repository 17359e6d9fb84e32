import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { createKey } from '#actions/api-keys.ts'
import { readConfig } from '#config.ts'
import type { KeyScope } from '#core/access/api-key.ts'
import { openCorpus } from '#open-corpus.ts'
import { migrations } from '#store/sqlite/migrate.ts'
import { isThorough } from '../support/budgets.ts'
import { postgres } from '../support/database/engines.ts'
import { releasedFile, releasesWithAnswers } from '../support/database/released-corpus.ts'
import { temporaryFolder } from '../support/files.ts'
import { assertRefused, launch, longview, serve, serveBy, type Serving } from '../support/process/longview-process.ts'
import { leastPaper } from '../support/service/papers.ts'

// PostgreSQL: `longview migrate` of a newer version while processes of this one serve reads and writes. The newer version is this
// one with more migrations, which are planted in a copy of the program.

const ROOT = resolve(import.meta.dirname, '../..')
const NEWEST = String(migrations().at(-1)?.number ?? 0).padStart(4, '0')

/** Adds to the tables that every request uses, and an index to the largest. */
const EXPANDING = {
  '9001-more-columns.sql': `-- oldest reader: ${NEWEST}
    ALTER TABLE papers ADD COLUMN planted integer;
    ALTER TABLE corpus ADD COLUMN planted integer;
    ALTER TABLE api_keys ADD COLUMN planted integer;
    ALTER TABLE audit_log ADD COLUMN planted integer;
    ALTER TABLE review_steps ADD COLUMN planted integer;
    ALTER TABLE idempotency_keys ADD COLUMN planted integer;`,
  '9002-more-tables.sql': `-- oldest reader: ${NEWEST}
    CREATE TABLE planted (id integer PRIMARY KEY);
    CREATE INDEX papers_planted ON papers (planted, title);`,
  '9003-more-columns-again.sql': `-- oldest reader: ${NEWEST}
    ALTER TABLE papers ADD COLUMN planted_again text NOT NULL DEFAULT 'x';`,
}

const CONTRACTING = { '9004-fewer-columns.sql': 'ALTER TABLE papers DROP COLUMN planted_again;' }

type Newer = { executable: string; plant(files: Record<string, string>): Promise<void> }

/** A copy of this program. */
const newerVersion = async (t: TestContext): Promise<Newer> => {
  const folder = join(await temporaryFolder(t), 'newer')
  await mkdir(folder)
  for (const part of ['bin', 'public', 'src', 'starter', 'clients/typescript/src', 'package.json'])
    await cp(join(ROOT, part), join(folder, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return {
    executable: join(folder, 'bin/longview.js'),
    plant: async (files) => {
      for (const [name, statements] of Object.entries(files))
        for (const engine of ['sqlite', 'postgres'])
          await writeFile(join(folder, 'src/store', engine, 'migrations', name), statements)
    },
  }
}

type Environment = Record<string, string>

const openHere = (environment: Environment) =>
  openCorpus(readConfig({ ...environment, LOG_LEVEL: 'silent' }), { migrate: true })

const migrateHere = async (environment: Environment): Promise<void> => (await openHere(environment)).close()

/** Keys of these scopes. */
const newKeys = async (environment: Environment, scopes: readonly KeyScope[]): Promise<string[]> => {
  const corpus = await openHere(environment)
  const keys: string[] = []
  for (const scope of scopes) {
    const given = { label: scope, scopes: [scope], expiresAt: null, actor: 'test' }
    keys.push((await corpus.run(createKey, given)).key)
  }
  await corpus.close()
  return keys
}

/** Each key may send a hundred papers an hour. */
const SUBMITTING: readonly KeyScope[] = ['submit', 'submit', 'submit', 'submit']
const PAPERS_A_KEY = 90

type Load = {
  /** Ids of papers whose submission was acknowledged. */
  acknowledged: string[]
  failures: string[]
  requests: () => number
  /** Resolves once this many more requests were answered. */
  more: (count: number) => Promise<void>
  stop: () => Promise<void>
}

const READS = ['/', '/papers/p1', '/api/papers?q=memory', '/api/v1/search?q=agents+memory', '/api/v1/changes?limit=5']

/** Reads and writes without a pause until it is stopped. Every answer has to be a success. */
const startLoad = async (servers: readonly Serving[], environment: Environment, first: number): Promise<Load> => {
  const [review = '', ...submitters] = await newKeys(environment, ['review', ...SUBMITTING])
  const load = { acknowledged: [] as string[], failures: [] as string[] }
  let [isStopped, requests, urlAt] = [false, 0, 0]
  const answered = new EventTarget()
  const serverUrl = (): string => servers[(urlAt += 1) % servers.length]?.url ?? ''
  const send = async (path: string, init: RequestInit, expected: number): Promise<boolean> => {
    const url = serverUrl()
    try {
      const response = await fetch(url + path, init)
      const text = await response.text()
      if (response.status !== expected)
        load.failures.push(`${init.method ?? 'GET'} ${path}: ${response.status} ${text}`)
      return response.status === expected
    } catch (error) {
      load.failures.push(`${init.method ?? 'GET'} ${path}: ${String(error)}`)
      return false
    } finally {
      requests += 1
      answered.dispatchEvent(new Event('one'))
    }
  }
  const asJson = { 'content-type': 'application/json' }
  const reader = async (): Promise<void> => {
    for (let index = 0; !isStopped; index += 1) await send(READS[index % READS.length] ?? '/', {}, 200)
  }
  const submitter = async (key: string, at: number): Promise<void> => {
    for (let index = 0; !isStopped && index < PAPERS_A_KEY; index += 1) {
      const id = `p${first + at * 1_000 + index}`
      const body = JSON.stringify(leastPaper({ id, title: `Sent while it migrates, ${id}` }))
      const headers = { ...asJson, 'x-api-key': key }
      if (await send('/api/papers', { method: 'POST', headers, body }, 201)) load.acknowledged.push(id)
    }
  }
  const editor = async (): Promise<void> => {
    for (let index = 0; !isStopped; index += 1) {
      const headers = { ...asJson, 'x-api-key': review, 'if-match': '*' }
      const body = JSON.stringify({ name: 'Plans', introduction: `Edited while it migrates, ${first + index}.` })
      await send('/api/editorial/chapters/3', { method: 'PUT', headers, body }, 200)
    }
  }
  const running = [reader(), reader(), editor(), ...submitters.map(submitter)]
  return {
    ...load,
    requests: () => requests,
    more: async (count) => {
      const until = requests + count
      while (requests < until) await once(answered as never, 'one')
    },
    stop: async () => {
      isStopped = true
      await Promise.all(running)
    },
  }
}

type Place = { url: string; run: (statements: string) => Promise<Record<string, unknown>[]> }

const restored = async (release: string): Promise<Place> => {
  const cluster = await postgres()
  const url = await cluster.createDatabase()
  const run: Place['run'] = (statements) => cluster.run(statements, new URL(url).pathname.slice(1))
  await run(releasedFile(release, 'postgres.sql.br').toString())
  return { url, run }
}

const serving = async (t: TestContext, start: Promise<Serving>): Promise<Serving> => {
  const server = await start
  t.after(() => {
    server.child.kill('SIGKILL')
  })
  return server
}

const assertAllStored = async ({ run }: Place, acknowledged: readonly string[]): Promise<void> => {
  const rows = await run(`SELECT id FROM papers WHERE title LIKE 'Sent while it migrates, %'`)
  const stored = new Set(rows.map(({ id }) => String(id)))
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  )
}

for (const release of isThorough ? ['0.1.0', '0.2.0', ...releasesWithAnswers] : [])
  test(`a corpus of ${release} is migrated by a newer version while this one serves it, and no request fails`, async (t) => {
    const place = await restored(release)
    const environment = { DATABASE_URL: place.url, STARTER_CORPUS: 'off', LOG_LEVEL: 'info' }
    // To this version without load: processes of 0.1.0 and 0.2.0 cannot serve meanwhile (docs/upgrading.md).
    await migrateHere(environment)
    const newer = await newerVersion(t)
    await newer.plant(EXPANDING)

    const servers = [await serving(t, serve(environment)), await serving(t, serve(environment))]
    const load = await startLoad(servers, environment, 100_000)
    await load.more(50)
    const migrating = launch(['migrate', '--json'], environment, newer.executable)
    // A process of this version starts while the newer one migrates, and one afterwards.
    const third = await serving(t, serve(environment))
    servers.push(third)
    const { code, stdout, stderr } = await migrating.ended
    assert.equal(code, 0, stderr)
    assert.deepEqual(JSON.parse(stdout) as unknown, { applied: ['more-columns', 'more-tables', 'more-columns-again'] })
    await load.more(100)
    await load.stop()
    assert.deepEqual(load.failures.slice(0, 5), [])
    assert.ok(load.acknowledged.length > 20, String(load.acknowledged.length))
    await assertAllStored(place, load.acknowledged)

    const fourth = await serving(t, serve(environment))
    const newServer = await serving(t, serveBy([process.execPath, newer.executable, 'serve'], { environment }))
    const both = await startLoad([fourth, newServer], environment, 200_000)
    await both.more(100)
    await both.stop()
    assert.deepEqual(both.failures.slice(0, 5), [])
    await assertAllStored(place, both.acknowledged)
    for (const server of [...servers, fourth, newServer]) assert.equal(await server.stop(), 0)

    await newer.plant(CONTRACTING)
    const contracted = await launch(['migrate'], environment, newer.executable).ended
    assert.equal(contracted.code, 0, contracted.stderr)
    const refused = await longview(['serve'], { ...environment, LOG_LEVEL: 'silent', PORT: '0' })
    assertRefused(refused, /migrated to step 9004 by a newer Longview/u)
  })

if (isThorough)
  test('a migration that needs a table lets those who read it go first, and nobody waits behind it', async (t) => {
    const place = await restored(releasesWithAnswers.at(-1) ?? '')
    const environment = { DATABASE_URL: place.url, STARTER_CORPUS: 'off', LOG_LEVEL: 'info' }
    await migrateHere(environment)
    const newer = await newerVersion(t)
    await newer.plant(EXPANDING)
    const server = await serving(t, serve(environment))
    const load = await startLoad([server], environment, 300_000)

    const long = new Client({ connectionString: place.url })
    await long.connect()
    t.after(() => long.end())
    await long.query('BEGIN; SELECT count(*) FROM papers')
    const migrating = launch(['migrate', '--json'], environment, newer.executable)
    const waits = createInterface(migrating.child.stderr)
    for (let count = 0; count < 3;) {
      const [line] = (await once(waits, 'line')) as [string]
      if (line.includes('they go first')) count += 1
    }
    await load.more(50)
    assert.deepEqual(await place.run('SELECT number FROM migrations WHERE number > 9000'), [])
    await long.query('COMMIT')
    const { code, stderr } = await migrating.ended
    assert.equal(code, 0, stderr)
    await load.stop()
    assert.deepEqual(load.failures.slice(0, 5), [])
    await assertAllStored(place, load.acknowledged)
    assert.equal(await server.stop(), 0)
  })

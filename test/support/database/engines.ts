import { randomFillSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import type { Clock, Log } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { fakeClock, recordingLog } from '../ports.ts'
import { type Databases, openTestPostgres, type TestPostgres } from './postgres.ts'
import { temporaryFolder } from '../files.ts'

type Ports = { clock: Clock; log: Log }

/** An engine as tests use it: `open` gives an empty, migrated store that the test closes. */
export type TestEngine = { name: string; open(t: Pick<TestContext, 'after'>, ports: Ports): Promise<Store> }

let opened: Promise<TestPostgres> | undefined

const testPostgres = (): Promise<TestPostgres> => (opened ??= openTestPostgres())

/** The PostgreSQL that test files share; those that stop it, copy it or make roles start one of their own. */
export const postgres = async (): Promise<Databases> => (await testPostgres()).databases

after(async () => {
  await (await opened)?.close()
})

type Migrated = { bytes: Buffer; secret: Buffer }

const migrate = async (): Promise<Migrated> => {
  const closing: (() => Promise<void>)[] = []
  const path = join(await temporaryFolder({ after: (close) => closing.push(close) }), 'corpus.db')
  const store = await openSqliteStore(path, { clock: fakeClock(), log: recordingLog([]) })
  const secret = await store.private.secret()
  await store.close()
  const bytes = await readFile(path)
  for (const close of closing) await close()
  return { bytes, secret }
}

let migrated: Promise<Migrated> | undefined

/** Writes an empty corpus with its own secret: a copy of one that was migrated once. */
export const writeMigrated = async (path: string): Promise<void> => {
  const { bytes, secret } = await (migrated ??= migrate())
  const copy = Buffer.from(bytes)
  randomFillSync(copy, copy.indexOf(secret), secret.length)
  await writeFile(path, copy)
}

/** The file of an empty, migrated corpus, for tests that open it themselves. */
export const migratedFile = async (t: Pick<TestContext, 'after'>): Promise<string> => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  await writeMigrated(path)
  return path
}

export const sqliteEngine: TestEngine = {
  name: 'SQLite',
  // The tests end processes, never the machine.
  open: async (t, ports) => openSqliteStore(await migratedFile(t), ports, { isSynced: false }),
}

/** The service's timeouts end statements that hang; on a busy machine others may take just as long. */
const UNHURRIED = new URLSearchParams({
  statement_timeout: '300000',
  query_timeout: '300000',
  idle_in_transaction_session_timeout: '300000',
}).toString()

/** The address of a database whose statements may take as long as a busy machine needs. */
export const unhurried = (url: string): string => `${url}?${UNHURRIED}`

/** The address of an empty database, migrated where files share a server, for tests that open it themselves. */
export const migratedDatabase = async (): Promise<string> => {
  const { databases, template } = await testPostgres()
  return databases.createDatabase(template)
}

export const postgresEngine: TestEngine = {
  name: 'PostgreSQL',
  open: async (_t, ports) => {
    const url = unhurried(await migratedDatabase())
    return openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true })
  },
}

export const engines: readonly TestEngine[] = [sqliteEngine, postgresEngine]

/** Tests of what a store promises, on an empty store of one engine: the same body for each. */
export const contractFor =
  (engine: TestEngine) =>
  (name: string, body: (store: Store) => Promise<void>): void => {
    test(`${engine.name}: ${name}`, async (t) => {
      const store = await engine.open(t, { clock: fakeClock(), log: recordingLog([]) })
      try {
        await body(store)
      } finally {
        await store.close()
      }
    })
  }

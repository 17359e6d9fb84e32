import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store/store.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { startPostgres, type Cluster } from './postgres.ts'
import { temporaryFolder } from './temporary.ts'

type Ports = { clock: Clock; log: Log }

/** An engine as tests use it: `open` gives an empty, migrated store that the test closes. */
export type TestEngine = { name: string; open(t: Pick<TestContext, 'after'>, ports: Ports): Promise<Store> }

let cluster: Promise<Cluster> | undefined

/** The PostgreSQL of this test file: started when it is first needed, gone after its last test. */
export const postgres = (): Promise<Cluster> => (cluster ??= startPostgres())

after(async () => {
  if (cluster !== undefined) await (await cluster).remove()
})

export const sqliteEngine: TestEngine = {
  name: 'SQLite',
  open: async (t, ports) => openSqliteStore(join(await temporaryFolder(t), 'corpus.db'), ports),
}

export const postgresEngine: TestEngine = {
  name: 'PostgreSQL',
  open: async (_t, ports) => {
    const url = await (await postgres()).createDatabase()
    return openPostgresStore({ url, replicaUrl: null }, ports, { migrate: true })
  },
}

export const engines: readonly TestEngine[] = [sqliteEngine, postgresEngine]

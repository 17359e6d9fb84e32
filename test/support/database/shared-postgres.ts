import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { fakeClock } from '../service/fake-clock.ts'
import { databasesAt, startPostgres, type Cluster, type Databases } from './postgres.ts'
import { recordingLog } from '../service/recording-log.ts'

/** The variable in which the global setup names the server that the files of a run share. */
const PORT = 'TEST_POSTGRES_PORT'

const MIGRATED = 'migrated'

/** Starts the server of a whole run, with a database that has every migration. */
export const sharePostgres = async (): Promise<Cluster> => {
  const cluster = await startPostgres()
  await cluster.run(`create database ${MIGRATED}`)
  const address = { url: cluster.url(MIGRATED), replicaUrl: null }
  await (await openPostgresStore(address, { clock: fakeClock(), log: recordingLog([]) }, { migrate: true })).close()
  process.env[PORT] = String(cluster.port)
  return cluster
}

/** What a test file works on, to be closed after its last test. */
export type TestPostgres = { databases: Databases; template: string | undefined; close(): Promise<void> }

/** The server of the whole run, or for a file that runs alone one of its own. */
export const openTestPostgres = async (): Promise<TestPostgres> => {
  const shared = process.env[PORT]
  if (shared === undefined) {
    const cluster = await startPostgres()
    return { databases: cluster, template: undefined, close: () => cluster.remove() }
  }
  // Its databases go with the server: dropping hundreds one by one would be the longest test of all.
  return { databases: databasesAt(Number(shared)), template: MIGRATED, close: async () => {} }
}

import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely'
import type { Run } from './connections.ts'

const outsideKysely = (): Promise<void> => {
  throw new Error('Transactions are begun by the store, not by Kysely.')
}

/** Kysely over whatever runs its statements. */
export const runningDialect = (run: Run): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: (): Driver => {
    const connection: DatabaseConnection = {
      executeQuery: run,
      streamQuery: () => {
        throw new Error('Rows are read page by page, not streamed.')
      },
    }
    return {
      init: async () => {},
      acquireConnection: () => Promise.resolve(connection),
      releaseConnection: async () => {},
      beginTransaction: outsideKysely,
      commitTransaction: outsideKysely,
      rollbackTransaction: outsideKysely,
      destroy: async () => {},
    }
  },
})

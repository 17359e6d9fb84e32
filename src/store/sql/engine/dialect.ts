import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/** What Kysely needs to know about an engine besides how to run a statement. */
export type DialectParts = Pick<Dialect, 'createAdapter' | 'createQueryCompiler' | 'createIntrospector'>

const outsideKysely = (): Promise<void> => {
  throw new Error('Transactions are begun by the store, not by Kysely.')
}

const streamQuery: DatabaseConnection['streamQuery'] = () => {
  throw new Error('Rows are read page by page, not streamed.')
}

/** Kysely over a function that runs statements: the store opens connections and begins transactions, not Kysely. */
export const createDialect = (parts: DialectParts, executeQuery: DatabaseConnection['executeQuery']): Dialect => ({
  ...parts,
  createDriver: (): Driver => {
    const connection: DatabaseConnection = { executeQuery, streamQuery }
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

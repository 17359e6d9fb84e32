import type { DatabaseConnection, Dialect, Driver } from 'kysely'

/** What Kysely needs to know of an engine besides how a statement is run. */
export type DialectParts = Pick<Dialect, 'createAdapter' | 'createQueryCompiler' | 'createIntrospector'>

const outsideKysely = (): Promise<void> => {
  throw new Error('Transactions are begun by the store, not by Kysely.')
}

const streamQuery: DatabaseConnection['streamQuery'] = () => {
  throw new Error('Rows are read page by page, not streamed.')
}

/** Kysely over whatever runs its statements: the store opens connections and begins transactions, Kysely does neither. */
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

import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type Dialect } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createDialect, type Engine } from '#store/sql/engine/engine.ts'
import type { RunQuery } from '#store/postgres/connection/connections.ts'
import { isUniqueViolation } from '#store/postgres/connection/errors.ts'
import { raiseRevision } from '#store/postgres/connection/revision-watch.ts'
import { rowsOf } from './rows-of.ts'
import { addToSearch, clearSearch, matchingKeys, removeFromSearch, searchCount, searchPage } from './search.ts'

export const postgresDialect = (run: RunQuery): Dialect =>
  createDialect(
    {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    run,
  )

export const postgresEngine: Engine = {
  searchPage,
  searchCount,
  matchingKeys,
  addToSearch,
  removeFromSearch,
  clearSearch,
  raiseRevision,
  letOthersRun: () => nextTurn(),
  // Skips emails locked by another session, even an operator's.
  locksRows: true,
  insertBatchSize: 50,
  rowsOf,
  isUniqueViolation,
}

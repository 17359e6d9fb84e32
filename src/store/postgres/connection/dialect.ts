import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type Dialect } from 'kysely'
import { createDialect } from '#store/sql/engine/dialect.ts'
import type { RunQuery } from './connections.ts'

/** Kysely over whatever runs its statements. */
export const postgresDialect = (run: RunQuery): Dialect =>
  createDialect(
    {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    run,
  )

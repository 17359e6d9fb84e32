import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type Dialect } from 'kysely'
import { dialectOver } from '#store/sql/engine/dialect.ts'
import type { Run } from './connections.ts'

/** Kysely over whatever runs its statements. */
export const runningDialect = (run: Run): Dialect =>
  dialectOver(
    {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    run,
  )

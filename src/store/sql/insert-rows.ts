import { CompiledQuery, type Insertable } from 'kysely'
import type { Db, Tables } from '#store/rows.ts'
import type { Scope } from './engine.ts'

const texts = new WeakMap<Db, Map<string, string>>()

/** The statement that stores so many rows of this shape, built once for a connection. */
const statementFor = (db: Db, shape: string, build: () => { compile(): { sql: string } }): string => {
  const known = texts.get(db) ?? new Map<string, string>()
  texts.set(db, known)
  const text = known.get(shape) ?? build().compile().sql
  known.set(shape, text)
  return text
}

/**
 * Runs a statement over rows of one shape (the same names in the same order), as many at once as the engine likes,
 * without building it again for each.
 * @param purpose tells this statement apart from others over rows of the same shape
 */
export const storeRows = async <Row extends object>(
  { db, engine: { rowsAtOnce } }: Pick<Scope, 'db' | 'engine'>,
  purpose: string,
  rows: readonly Row[],
  build: (some: Row[]) => { compile(): { sql: string } },
): Promise<void> => {
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const some = rows.slice(first, first + rowsAtOnce)
    const shape = `${some.length} ${purpose}(${Object.keys(some[0] ?? {}).join()})`
    const values = some.flatMap((row): unknown[] => Object.values(row))
    await db.executeQuery(
      CompiledQuery.raw(
        statementFor(db, shape, () => build(some)),
        values,
      ),
    )
  }
}

export const insertRows = <Table extends keyof Tables>(
  scope: Pick<Scope, 'db' | 'engine'>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> => storeRows(scope, table, rows, (some) => scope.db.insertInto(table).values(some))

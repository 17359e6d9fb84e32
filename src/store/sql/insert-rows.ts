import { CompiledQuery, type Insertable } from 'kysely'
import type { Db, Tables } from '#store/rows.ts'
import type { Scope } from './engine.ts'

const texts = new WeakMap<Db, Map<string, string>>()

/** The statement that inserts so many rows of this shape, built once for a connection. */
const statementFor = <Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): string => {
  const known = texts.get(db) ?? new Map<string, string>()
  texts.set(db, known)
  const shape = `${rows.length} ${table}(${Object.keys(rows[0] ?? {}).join()})`
  const text = known.get(shape) ?? db.insertInto(table).values(rows).compile().sql
  known.set(shape, text)
  return text
}

/** Inserts rows of one shape (the same names in the same order) without building the statement again for each. */
export const insertRows = async <Table extends keyof Tables>(
  { db, engine: { rowsAtOnce } }: Pick<Scope, 'db' | 'engine'>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> => {
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const some = rows.slice(first, first + rowsAtOnce)
    const values = some.flatMap((row): unknown[] => Object.values(row))
    await db.executeQuery(CompiledQuery.raw(statementFor(db, table, some), values))
  }
}

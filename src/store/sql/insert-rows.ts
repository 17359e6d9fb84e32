import { CompiledQuery, type Insertable } from 'kysely'
import type { Db, Tables } from '#store/rows.ts'

const texts = new WeakMap<Db, Map<string, string>>()

/** The statement that inserts one row of this shape, built once for a connection. */
const statementFor = <Table extends keyof Tables>(db: Db, table: Table, row: Insertable<Tables[Table]>): string => {
  const known = texts.get(db) ?? new Map<string, string>()
  texts.set(db, known)
  const shape = `${table}(${Object.keys(row).join()})`
  const text = known.get(shape) ?? db.insertInto(table).values(row).compile().sql
  known.set(shape, text)
  return text
}

/** Inserts rows of one shape (the same names in the same order) without building the statement again for each. */
export const insertRows = async <Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> => {
  const [first] = rows
  if (first === undefined) return
  const text = statementFor(db, table, first)
  for (const row of rows) await db.executeQuery(CompiledQuery.raw(text, Object.values(row)))
}

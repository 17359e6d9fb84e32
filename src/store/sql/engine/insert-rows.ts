import { CompiledQuery, type Insertable } from 'kysely'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from './engine.ts'

const texts = new WeakMap<Db, Map<string, string>>()

/** The statement that stores so many rows of this shape, built once for a connection. */
export const cachedStatement = (db: Db, shape: string, build: () => string): string => {
  const known = texts.get(db) ?? new Map<string, string>()
  texts.set(db, known)
  const text = known.get(shape) ?? build()
  known.set(shape, text)
  return text
}

/** Inserts rows of one shape (the same names in the same order) without building the statement again for each. */
export const insertRows = async <Table extends keyof Tables>(
  { db, engine: { insertBatchSize } }: Pick<TransactionContext, 'db' | 'engine'>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> => {
  for (let first = 0; first < rows.length; first += insertBatchSize) {
    const some = rows.slice(first, first + insertBatchSize)
    const shape = `${some.length} ${table}(${Object.keys(some[0] ?? {}).join()})`
    const values = some.flatMap((row): unknown[] => Object.values(row))
    const text = cachedStatement(db, shape, () => db.insertInto(table).values(some).compile().sql)
    await db.executeQuery(CompiledQuery.raw(text, values))
  }
}

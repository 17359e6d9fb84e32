import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import type { Db } from '#store/rows.ts'
import { cachedStatement } from '#store/sql/engine/insert-rows.ts'

/** Tables of counters, and the columns of their keys. */
const counterKeys = {
  counters: ['facet', 'value'],
  concept_years: ['concept_seq', 'year'],
  spellings: ['initial', 'size', 'word'],
} as const

/** The values of the key, in its order, and what is added to its `papers`. */
export type CounterDelta = readonly (string | number)[]

/**
 * Rows in one statement, since each statement may be a round trip. Few sizes, so that the statements are built once
 * and stay prepared.
 */
const BATCH_SIZES = [100, 30, 10, 3, 1]

const columnList = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)))

const addStatement = (table: keyof typeof counterKeys, counts: readonly CounterDelta[]): RawBuilder<unknown> => {
  const key = counterKeys[table]
  const rows = counts.map((count) => sql`(${sql.join(count)})`)
  return sql`insert into ${sql.table(table)} (${columnList([...key, 'papers'])}) values ${sql.join(rows)}
    on conflict (${columnList(key)}) do update set papers = ${sql.ref(`${table}.papers`)} + excluded.papers`
}

/** In the order of the key: half the time of any other order. */
const byKey = (a: CounterDelta, b: CounterDelta): number => {
  for (let index = 0; index < a.length; index += 1) {
    const [value, other] = [a[index] ?? 0, b[index] ?? 0]
    if (value !== other) return value < other ? -1 : 1
  }
  return 0
}

/** Adds to counters, making those that are not there yet; each key may occur once. */
export const addToCounters = async (
  db: Db,
  table: keyof typeof counterKeys,
  unordered: readonly CounterDelta[],
): Promise<void> => {
  const counts = unordered.toSorted(byKey)
  for (let first = 0; first < counts.length;) {
    const size = BATCH_SIZES.find((one) => one <= counts.length - first) ?? 1
    const some = counts.slice(first, first + size)
    const text = cachedStatement(db, `${size} added to ${table}`, () => addStatement(table, some).compile(db).sql)
    await db.executeQuery(CompiledQuery.raw(text, some.flat()))
    first += size
  }
}

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#store/rows.ts'

/** Tables of counters, and the columns that tell their rows apart. */
const keys = { tallies: ['facet', 'value'], spellings: ['initial', 'size', 'word'] } as const

/** The values of the key, in its order, and what is added to its `papers`. */
export type Count = readonly (string | number)[]

/** One statement for so many: each would be a journey to a server otherwise. */
const ROWS_AT_ONCE = 100

const columnList = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)))

/** Adds to counters, making those that are not there yet; each key may occur once. */
export const addCounts = async (db: Db, table: keyof typeof keys, counts: readonly Count[]): Promise<void> => {
  const key = keys[table]
  for (let first = 0; first < counts.length; first += ROWS_AT_ONCE) {
    const rows = counts.slice(first, first + ROWS_AT_ONCE).map((count) => sql`(${sql.join(count)})`)
    await sql`insert into ${sql.table(table)} (${columnList([...key, 'papers'])}) values ${sql.join(rows)}
      on conflict (${columnList(key)}) do update set papers = ${sql.ref(`${table}.papers`)} + excluded.papers`.execute(
      db,
    )
  }
}

import { sql, type RawBuilder } from 'kysely'
import type { Tables } from '#store/rows.ts'

/** Bytes as PostgreSQL reads them, and text without half of a surrogate pair, which JSON could not carry. */
const toJsonValue = (value: unknown): unknown => {
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** See `Engine.rowsOf`: one statement, prepared once, takes as many rows as there are. */
export const rowsOf = (table: keyof Tables | 'paper_search', rows: readonly object[]): RawBuilder<unknown> => {
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toJsonValue(value)]))),
  )
  return sql`json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
}

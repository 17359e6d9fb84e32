import Database from 'better-sqlite3'
import { indexedFields } from '#core/search-index.ts'
import { paperFromRow, type PaperRow } from '#store/rows.ts'
import { migrations } from '#store/sqlite/migrate.ts'
import { INSERT_ENTRY, searchEntry } from '#store/sqlite/search-entry.ts'
import { openWriter } from '#store/sqlite/connection.ts'
import { BATCH, remove } from './corpora.ts'

/** What the bare engine is given in one transaction: ready values for statements that are prepared once. */
type Write = { sql: string; rows: unknown[][] }

const OF_PAPERS = [
  { table: 'papers', where: 'where seq between ? and ?' },
  { table: 'review_steps', where: 'where paper_seq between ? and ?' },
  { table: 'paper_concepts', where: 'where paper_seq between ? and ?' },
  { table: 'shelf_marks', where: 'where rank_key in (select rank_key from papers where seq between ? and ?)' },
]
/** Longview keeps counters up to date with each batch; here they are written once, as they are in the end. */
const COUNTERS = ['concepts', 'concept_years', 'institutions', 'spellings', 'tallies']

/** Whole numbers as such: the driver would take them for fractions. */
const exactly = (row: unknown[]): unknown[] =>
  row.map((value) => (typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value))

const writeOf = (source: Database.Database, table: string, where = '', bounds: readonly number[] = []): Write => {
  const rows = (
    source
      .prepare(`select * from ${table} ${where}`)
      .raw()
      .all(...bounds) as unknown[][]
  ).map(exactly)
  const columns = source.pragma(`table_info(${table})`) as unknown[]
  return { sql: `insert into ${table} values (${columns.map(() => '?').join()})`, rows }
}

type MarkedRow = PaperRow & { marks: string }

/** Everything a corpus holds for a batch of papers: rows, and index entries in the order of the index. */
const batchAt = (source: Database.Database, seq: number): Write[] => {
  const bounds = [seq, seq + BATCH - 1]
  const papers = source
    .prepare<unknown[], MarkedRow>(
      'select papers.*, marks from papers join shelf_marks using (rank_key) where seq between ? and ? order by rank_key',
    )
    .all(...bounds)
  const entries = papers.map((row) =>
    searchEntry({ rankKey: row.rank_key, fields: indexedFields(paperFromRow(row)), marks: row.marks.split(' ') }),
  )
  return [
    ...OF_PAPERS.map(({ table, where }) => writeOf(source, table, where, bounds)),
    { sql: INSERT_ENTRY, rows: entries },
  ]
}

/** Writes what a corpus holds into another file through the engine alone, in batches of the same size; the seconds that takes. */
export const bareIngest = (from: string, path: string, papers: number): number => {
  remove(path)
  const source = new Database(from, { readonly: true })
  const database = openWriter(path, true)
  for (const { sql } of migrations()) database.exec(sql)
  const statements = new Map<string, Database.Statement>()
  const prepared = (sql: string): Database.Statement => {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }
  const store = database.transaction((writes: readonly Write[]) => {
    for (const { sql, rows } of writes) for (const row of rows) prepared(sql).run(...row)
  })
  let milliseconds = 0
  // Concepts come first: links refer to them.
  for (let seq = 1 - BATCH; seq <= papers; seq += BATCH) {
    const writes = seq < 1 ? COUNTERS.map((table) => writeOf(source, table)) : batchAt(source, seq)
    const begun = performance.now()
    store.immediate(writes)
    milliseconds += performance.now() - begun
  }
  source.close()
  database.close()
  remove(path)
  return milliseconds / 1_000
}

import Database from 'better-sqlite3'
import { paperFromRow, type PaperRow } from '#store/rows.ts'
import { migrations } from '#store/sqlite/migrate.ts'
import { INSERT_ENTRY, searchEntry } from '#store/sqlite/search-entry.ts'
import { BATCH, nothingSpent, remove, spend, type Spent } from './corpora.ts'

/** What the bare engine is given in one transaction: ready values for statements that are prepared once. */
type Write = { sql: string; rows: unknown[][] }

const OF_PAPERS = [
  { table: 'papers', of: 'seq' },
  { table: 'review_steps', of: 'paper_seq' },
  { table: 'paper_concepts', of: 'paper_seq' },
]
/** Longview keeps counters up to date with each batch; here they are written once, as they are in the end. */
const COUNTERS = ['concepts', 'concept_years', 'tallies']

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

/** Everything a corpus holds for a batch of papers: rows, and index entries in the order of the index. */
const batchAt = (source: Database.Database, seq: number): Write[] => {
  const bounds = [seq, seq + BATCH - 1] as const
  const papers = source
    .prepare<unknown[], PaperRow>('select * from papers where seq between ? and ? order by rank_key')
    .all(...bounds)
  return [
    ...OF_PAPERS.map(({ table, of }) => writeOf(source, table, `where ${of} between ? and ?`, bounds)),
    { sql: INSERT_ENTRY, rows: papers.map((row) => searchEntry(row.rank_key, paperFromRow(row))) },
  ]
}

/** Writes what a corpus holds into another file through the engine alone, in batches of the same size; what that takes. */
export const bareIngest = (from: string, path: string, papers: number): Spent => {
  remove(path)
  const source = new Database(from, { readonly: true })
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
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
  let spent = nothingSpent
  // Concepts come first: links refer to them.
  for (let seq = 1 - BATCH; seq <= papers; seq += BATCH) {
    const writes = seq < 1 ? COUNTERS.map((table) => writeOf(source, table)) : batchAt(source, seq)
    spent = spend(spent, () => store.immediate(writes))
  }
  source.close()
  database.close()
  remove(path)
  return spent
}

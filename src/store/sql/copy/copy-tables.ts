import { sql, type RawBuilder } from 'kysely'
import { Failure } from '#core/failure.ts'
import { rowDigest } from '#core/text/row-digest.ts'
import type { Db, PaperRow, Tables } from '#store/rows.ts'
import { copiedTables, UNFINISHED_COPY, type CopiedTable } from './copied-tables.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { addPassages, addSegment, rankedEntries } from '#store/sql/postings/segments.ts'
import { mergeStep } from '#store/sql/postings/merge-segments.ts'
import { indexEntries } from '#store/sql/facets/index-facets.ts'

/** One end of a copy: a connection to a database with the current schema. */
export type CopyEndpoint = {
  db: Db
  engine: Engine
  /** Makes all further reads see one snapshot of the corpus. */
  beginSnapshot(): Promise<void>
  inTransaction<T>(work: () => Promise<T>): Promise<T>
  /** Prepares the database for bulk inserts. */
  prepareBulkInsert(): Promise<void>
  /** Rebuilds indexes, sequences and statistics after bulk inserts. */
  finishBulkInsert(tables: readonly CopiedTable[]): Promise<void>
  close(): Promise<void>
}

type Row = Record<string, unknown>
export type TableReport = { table: string; rows: number; digest: string }

const keyList = (key: readonly string[]): RawBuilder<unknown> => sql.join(key.map((column) => sql.ref(column)))

const valuesOf = (row: Row, key: readonly string[]): RawBuilder<unknown> => sql.join(key.map((column) => row[column]))

const pageAfter = async (db: Db, { name, key, page }: CopiedTable, last: Row | null): Promise<Row[]> => {
  const after = last === null ? sql`` : sql`where (${keyList(key)}) > (${valuesOf(last, key)})`
  const { rows } = await sql<Row>`
    select * from ${sql.table(name)} ${after} order by ${keyList(key)} limit ${sql.lit(page)}`.execute(db)
  return rows
}

async function* pagesOf(db: Db, table: CopiedTable, from: Row | null): AsyncGenerator<Row[]> {
  for (let last = from; ;) {
    const rows = await pageAfter(db, table, last)
    if (rows.length > 0) yield rows
    last = rows.at(-1) ?? null
    if (rows.length < table.page) return
  }
}

const countOf = async (db: Db, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The row with the highest key. Every row before it has been copied, since each batch is one transaction. */
const lastRow = async (db: Db, { name, key }: CopiedTable): Promise<Row | null> => {
  const descending = sql.join(key.map((column) => sql`${sql.ref(column)} desc`))
  const { rows } = await sql<Row>`
    select ${keyList(key)} from ${sql.table(name)} order by ${descending} limit 1`.execute(db)
  return rows[0] ?? null
}

const secretOf = async (db: Db): Promise<string> => {
  const { secret } = await db.selectFrom('corpus').select('secret').executeTakeFirstOrThrow()
  return secret.toString('hex')
}

/** Whether a database holds nothing but what it was made with. Whoever changed its chapters is in its audit log. */
const isEmpty = async (db: Db): Promise<boolean> => {
  const made = new Set(['corpus', 'chapters'])
  for (const { name } of copiedTables) if (!made.has(name) && (await countOf(db, name)) > 0) return false
  return true
}

const unfinishedSource = async (db: Db): Promise<string | null> => {
  const { rows } = await sql<{ source: string }>`select source from ${sql.table(UNFINISHED_COPY)}`.execute(db)
  return rows[0]?.source ?? null
}

/**
 * Marks the target as unfinished, or continues an interrupted copy of the same corpus. Throws `wrong_state` for any
 * other target.
 */
const markTarget = async ({ db }: CopyEndpoint, source: string): Promise<void> => {
  await sql`create table if not exists ${sql.table(UNFINISHED_COPY)} (source text not null)`.execute(db)
  const marked = await unfinishedSource(db)
  if (marked === source) return
  const empty = await isEmpty(db)
  if (marked === null && empty) {
    await db.deleteFrom('chapters').execute()
    await sql`insert into ${sql.table(UNFINISHED_COPY)} (source) values (${source})`.execute(db)
    return
  }
  if (marked === null) await sql`drop table ${sql.table(UNFINISHED_COPY)}`.execute(db)
  throw new Failure(
    'wrong_state',
    marked === null
      ? 'The target already holds data; a copy needs an empty database.'
      : 'The target holds an unfinished copy of another corpus; a copy needs an empty database.',
  )
}

/** Indexes the passages of copied texts; their papers were copied before. */
const indexCopiedTexts = async (endpoint: CopyEndpoint, texts: readonly Tables['paper_texts'][]): Promise<void> => {
  const accepted = await endpoint.db
    .selectFrom('papers')
    .select('seq')
    .where(
      'seq',
      'in',
      texts.map(({ paper_seq }) => paper_seq),
    )
    .where('state', '=', 'accepted')
    .execute()
  const passages = await addPassages(
    endpoint,
    accepted.map(({ seq }) => seq),
  )
  await addSegment(endpoint, { papers: [], passages }, 1)
}

const insert = async (endpoint: CopyEndpoint, { name }: CopiedTable, rows: Row[]): Promise<void> => {
  const { db, engine } = endpoint
  if (name === 'corpus') {
    await db
      .updateTable('corpus')
      .set(rows[0] ?? {})
      .execute()
    return
  }
  await db.insertInto(name).values(rows).execute()
  if (name === 'paper_texts') await indexCopiedTexts(endpoint, rows as Tables['paper_texts'][])
  if (name !== 'papers') return
  const accepted = (rows as PaperRow[]).filter(({ state }) => state === 'accepted')
  await engine.addToSearch(db, await indexEntries(db, accepted))
  await addSegment(endpoint, { papers: rankedEntries(accepted), passages: [] }, 1)
}

/** Row count and digest of every table, in key order. */
export const digestTables = async (db: Db): Promise<TableReport[]> => {
  const reports: TableReport[] = []
  for (const table of copiedTables) {
    const digest = rowDigest()
    for await (const rows of pagesOf(db, table, null)) for (const row of rows) digest.add(row)
    reports.push({ table: table.name, rows: digest.rows(), digest: digest.hex() })
  }
  const indexed = await countOf(db, 'paper_search')
  const accepted = await sql<{ count: number }>`select count(*) as count from papers where state = 'accepted'`.execute(
    db,
  )
  if (indexed !== accepted.rows[0]?.count)
    throw new Failure('unavailable', `The search index holds ${indexed} of ${accepted.rows[0]?.count} papers.`)
  return reports
}

export type CopyProgress = (table: string, done: number, all: number) => void

/** `finish` may change the copy once it was verified; until it returns the copy counts as unfinished. */
export type CopySteps = { progress: CopyProgress; finish?: (db: Db) => Promise<void> }

const copyTable = async (
  from: CopyEndpoint,
  to: CopyEndpoint,
  table: CopiedTable,
  progress: CopyProgress,
): Promise<void> => {
  const all = await countOf(from.db, table.name)
  const resumeAfter = table.name === 'corpus' ? null : await lastRow(to.db, table)
  let done = resumeAfter === null ? 0 : await countOf(to.db, table.name)
  progress(table.name, done, all)
  for await (const rows of pagesOf(from.db, table, resumeAfter)) {
    await to.inTransaction(() => insert(to, table, rows))
    done += rows.length
    progress(table.name, done, all)
  }
}

/**
 * Copies a snapshot of a corpus into an empty database of either engine and compares every row. An interrupted copy is
 * continued. Throws `wrong_state` if the target contains anything else, or if both differ at the end because the source
 * changed between two attempts.
 */
export const copyTables = async (
  from: CopyEndpoint,
  to: CopyEndpoint,
  { progress, finish }: CopySteps,
): Promise<TableReport[]> => {
  await from.beginSnapshot()
  const source = await secretOf(from.db)
  await markTarget(to, source)
  await to.prepareBulkInsert()
  for (const table of copiedTables) await copyTable(from, to, table, progress)
  // Each page of papers was added as a segment of its own.
  while (await to.inTransaction(() => mergeStep(to)));
  await to.finishBulkInsert(copiedTables)
  const [sourceDigests, targetDigests] = [await digestTables(from.db), await digestTables(to.db)]
  const different = sourceDigests
    .filter(({ digest }, index) => digest !== targetDigests[index]?.digest)
    .map(({ table }) => table)
  if (different.length > 0)
    throw new Failure(
      'wrong_state',
      `The copy differs in ${different.join(', ')}: the source changed after the copy was started. Empty the target and copy again.`,
    )
  await finish?.(to.db)
  await sql`drop table ${sql.table(UNFINISHED_COPY)}`.execute(to.db)
  return targetDigests
}

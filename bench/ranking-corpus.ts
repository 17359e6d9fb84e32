import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { Kysely } from 'kysely'
import type { Paper } from '#core/papers/paper.ts'
import { termImpacts } from '#core/search/ranking/bm25.ts'
import type { Tables } from '#store/rows.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { paperColumns } from '#store/sql/papers/paper-columns.ts'
import { addSegment } from '#store/sql/postings/add-segment.ts'
import { mergeStep } from '#store/sql/postings/merge-segments.ts'
import type { PostingsScope } from '#store/sql/postings/write-segment.ts'
import { inTransaction, openWriter } from '#store/sqlite/connection.ts'
import { preparedDialect } from '#store/sqlite/dialect.ts'
import { sqliteEngine } from '#store/sqlite/engine.ts'
import { benchPath, clock, corpusName, corpusOf, SEED } from './corpora.ts'
import { generatePapers } from './generate-papers.ts'

/** Papers that are ingested as any others, with all that a corpus keeps of them. */
const INGESTED = 100_000
/** The papers of other corpora are generated in batches of this size, too, so they are the same. */
const BATCH = 5_000
/** Papers of a segment of the index: in larger ones fewer words are written again when they are merged. */
const STORED_AT_ONCE = 20_000
const MERGED_AT_ONCE = 50_000

const addPapers = async (scope: PostingsScope, papers: readonly Paper[], first: number): Promise<void> => {
  const at = clock.now().toISOString()
  const rows = papers.map((paper, index) => ({
    seq: first + index,
    state: 'accepted' as const,
    ...paperColumns(paper, first + index),
    submitted_by: null,
    submitted_at: at,
    updated_at: at,
    version: 1,
  }))
  await insertRows(scope, 'papers', rows)
  const ranked = papers.map((paper, index) => ({ seq: first + index, impacts: termImpacts(paper) }))
  await addSegment(scope, { papers: ranked, passages: [] }, 1)
}

/**
 * A corpus for ranked searches: a copy of one that was ingested, with more papers of which only what such a search reads
 * is stored, by the code that stores it for all. That takes 0.6 ms of a processor each. Of a million as many as
 * the time allows; the next run goes on.
 */
export const rankingCorpus = async (count: number, withinMs: number): Promise<{ path: string; papers: number }> => {
  if (count <= INGESTED) return { path: await corpusOf(count), papers: count }
  const path = benchPath(`ranking-${corpusName(count)}`)
  if (existsSync(path)) return { path, papers: count }
  const deadline = performance.now() + withinMs
  const unfinished = `${path}.part`
  if (!existsSync(unfinished)) {
    const copy = `${unfinished}.copy`
    copyFileSync(await corpusOf(INGESTED), copy)
    renameSync(copy, unfinished)
  }
  process.stderr.write(`making a corpus for ranked searches of ${count} papers\n`)
  const database = openWriter(unfinished, { isBulk: true, isSynced: false })
  const scope = { db: new Kysely<Tables>({ dialect: preparedDialect(database) }), engine: sqliteEngine }
  let papers = database.prepare('SELECT max(seq) FROM papers').pluck().get() as number
  while (papers < count && performance.now() < deadline) {
    const some: Paper[] = []
    while (some.length < STORED_AT_ONCE && papers + some.length < count)
      some.push(...generatePapers(BATCH, SEED, papers + some.length + 1))
    await inTransaction(database, () => addPapers(scope, some, papers + 1))
    papers += some.length
  }
  while (await inTransaction(database, () => mergeStep(scope, MERGED_AT_ONCE)));
  database.close()
  if (papers < count) return { path: unfinished, papers }
  renameSync(unfinished, path)
  return { path, papers }
}

import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { Kysely } from 'kysely'
import type { Paper } from '#core/papers/paper.ts'
import { termImpacts } from '#core/search/ranking/bm25.ts'
import type { Tables } from '#store/rows.ts'
import { insertRows } from '#store/sql/engine/engine.ts'
import { paperColumns } from '#store/sql/papers/paper-reader.ts'
import { addSegment, type PostingsScope } from '#store/sql/postings/segments.ts'
import { mergeStep } from '#store/sql/postings/merge-segments.ts'
import { inTransaction, openWriter } from '#store/sqlite/connection.ts'
import { preparedDialect, sqliteEngine } from '#store/sqlite/engine.ts'
import { benchPath, clock, corpusName, corpusOf, remove, SEED } from './corpora.ts'
import { generatePapers } from './generate-papers.ts'

/** Papers ingested in the usual way, with all their data. */
const INGESTED = 100_000
/** Other corpora use the same batch size, so that their papers are the same. */
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
 * A corpus for ranked searches: a copy of an ingested one, with more papers for which only the data of ranked searches is stored, by
 * the usual code. That takes 0.6 ms of processor time each.
 */
export const rankingCorpus = async (count: number): Promise<string> => {
  if (count <= INGESTED) return corpusOf(count)
  const path = benchPath(`ranking-${corpusName(count)}`)
  if (existsSync(path)) return path
  process.stderr.write(`making a corpus for ranked searches of ${count} papers\n`)
  const unfinished = `${path}.part`
  remove(unfinished)
  copyFileSync(await corpusOf(INGESTED), unfinished)
  const database = openWriter(unfinished, { isBulk: true, isSynced: false })
  const scope = { db: new Kysely<Tables>({ dialect: preparedDialect(database) }), engine: sqliteEngine }
  for (let papers = INGESTED; papers < count; papers += STORED_AT_ONCE) {
    const some: Paper[] = []
    while (some.length < STORED_AT_ONCE) some.push(...generatePapers(BATCH, SEED, papers + some.length + 1))
    await inTransaction(database, () => addPapers(scope, some, papers + 1))
  }
  while (await inTransaction(database, () => mergeStep(scope, MERGED_AT_ONCE)));
  database.close()
  renameSync(unfinished, path)
  return path
}

import Database from 'better-sqlite3'
import { rankKey } from '#core/rank-key.ts'
import { indexedFields, inOneRow } from '#core/search-index.ts'
import { searchFields } from '#core/search-query.ts'
import { textKey } from '#core/search-text.ts'
import { migrations } from '#store/sqlite/migrate.ts'
import { benchPath, fill, remove } from '../corpora.ts'
import { generatePapers } from '../generate-papers.ts'
import { rounded, type Row } from '../report.ts'

const BATCH = 500

/** The same rows and the same index entries, prepared beforehand, through the engine alone. */
const bareRows = (count: number) =>
  [...generatePapers(count)].map((paper, index) => {
    const seq = index + 1
    const key = BigInt(rankKey(paper.longHorizon, seq))
    const fields = indexedFields(paper)
    const { id, title, authors, year, institution, url, abstract, chapter, type, longHorizon, enterprise, topics } =
      paper
    return {
      paper: [
        seq,
        id,
        'accepted',
        key,
        title,
        textKey(title),
        JSON.stringify(authors),
        year,
        institution,
        url,
        null,
        null,
        abstract,
        chapter,
        type,
        longHorizon,
        enterprise,
        JSON.stringify(topics),
        JSON.stringify(paper.concepts),
        JSON.stringify(paper.frameworks),
        paper.commentary,
        null,
        null,
        '2026-11-20T00:00:00.000Z',
        '2026-11-20T00:00:00.000Z',
        1,
      ],
      entry: [key, ...searchFields.map((field) => inOneRow(fields[field]).join(' ')), '§all §c1 §tx'],
    }
  })

const bareSeconds = (count: number): number => {
  const path = benchPath('bare-ingest.db')
  remove(path)
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  for (const { sql } of migrations()) database.exec(sql)
  const rows = bareRows(count)
  const paper = database.prepare(`insert into papers values (${Array(26).fill('?').join()})`)
  const entry = database.prepare(
    'insert into paper_search (rowid, title, authors, abstract, topics, marks) values (?, ?, ?, ?, ?, ?)',
  )
  const insert = database.transaction((batch: typeof rows) => {
    for (const row of batch) {
      paper.run(...row.paper)
      entry.run(...row.entry)
    }
  })
  const begun = performance.now()
  for (let from = 0; from < rows.length; from += BATCH) insert.immediate(rows.slice(from, from + BATCH))
  const seconds = (performance.now() - begun) / 1_000
  database.close()
  remove(path)
  return seconds
}

/** Bulk ingestion by the rules of a submission, against the engine inserting the same rows and index. */
export const ingest = async ({ papers }: { papers: number }): Promise<Row[]> => {
  const path = benchPath('ingest.db')
  const ours = await fill(path, papers)
  remove(path)
  const bare = bareSeconds(papers)
  const perHundredThousand = (ours / papers) * 100_000
  return [
    {
      what: `bulk ingestion of ${papers.toLocaleString('en')}, share of the bare engine`,
      figure: `${rounded(bare / ours)} (${rounded(ours, 1)} s against ${rounded(bare, 1)} s)`,
      value: bare / ours,
      goal: { least: 0.7 },
    },
    {
      what: 'bulk ingestion, seconds for 100,000',
      figure: rounded(perHundredThousand, 1),
      value: perHundredThousand,
      goal: { most: 60 },
    },
  ]
}

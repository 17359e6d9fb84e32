import { ingestPapers } from '#actions/submissions/ingest-papers.ts'
import { Failure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { papersFoundBy } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { Store } from '#ports/store/store.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { readStarterCorpus, STARTER_FOLDER } from '#starter/read-starter-corpus.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { benchRunner, clock, silentLog } from '../corpora.ts'
import { judgedFolders, readJudgedSet, type JudgedDocument, type JudgedSet } from '../judged/read-judged-set.ts'
import { ndcg, recall, reciprocalRank, type Judgements } from '../judged/retrieval-metrics.ts'
import { median } from '../median.ts'
import { rounded, type Row } from '../report.ts'

const DEEPEST = 100
const BATCH = 500

type Corpus = { store: Store; idOf: (paper: string) => string }

const paperOf = ({ title, text }: JudgedDocument, index: number): PaperWithText => {
  const given = {
    id: `p${index + 1}`,
    title: title.trim() || 'Untitled',
    authors: ['Nobody'],
    year: 2025,
    abstract: text,
  }
  const checked = parsePaper(text.trim() === '' ? { ...given, abstract: undefined } : given, clock.now())
  if (!checked.ok) throw new Error(`document ${index + 1}: ${JSON.stringify(checked.errors)}`)
  return checked.value.paper
}

/** A corpus in memory of what was judged: the documents that come with it, or the example corpus. */
const openJudged = async ({ documents }: JudgedSet): Promise<Corpus> => {
  const store = await openSqliteStore(':memory:', { clock, log: silentLog })
  const run = await benchRunner(store)
  const papers =
    documents?.map(paperOf) ?? readStarterCorpus(STARTER_FOLDER, clock.now()).papers.map(({ paper }) => paper)
  for (let first = 0; first < papers.length; first += BATCH) {
    const batch = papers.slice(first, first + BATCH).map((paper, index) => ({ line: first + index + 1, paper }))
    await run(ingestPapers, { batch, state: 'accepted', actor: 'bench' })
  }
  const ids = new Map(documents?.map(({ id }, index) => [`p${index + 1}`, id]))
  return { store, idOf: (paper) => ids.get(paper) ?? paper }
}

/** What the search of the corpus API finds, in its order; nothing where it refuses the query. */
const findPapers = async ({ store, idOf }: Corpus, text: string): Promise<string[]> => {
  try {
    const { papers } = await store.public.papers.list(papersFoundBy(parseSearchQuery(text)), null, DEEPEST)
    return papers.map(({ id }) => idOf(id))
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}

type Outcome = { found: string[]; judged: Judgements; ms: number }

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const rowsOf = (name: string, outcomes: readonly Outcome[]): Row[] => {
  const over = (measure: (outcome: Outcome) => number): number => mean(outcomes.map(measure))
  const ndcg10 = over(({ found, judged }) => ndcg(found, judged, 10))
  const recalls = [20, DEEPEST].map((depth) => over(({ found, judged }) => recall(found, judged, depth)))
  const mrr = over(({ found, judged }) => reciprocalRank(found, judged))
  const empty = over(({ found }) => (found.length === 0 ? 1 : 0))
  const figures = [
    `recall@20 ${rounded(recalls[0], 3)}`,
    `recall@${DEEPEST} ${rounded(recalls[1], 3)}`,
    `MRR ${rounded(mrr, 3)}`,
    `empty ${rounded(empty * 100, 0)} %`,
    `median ${rounded(median(outcomes.map(({ ms }) => ms)), 2)} ms`,
  ]
  return [
    {
      what: `search of ${name}, ${outcomes.length} queries, nDCG@10`,
      figure: `${rounded(ndcg10, 3)} (${figures.join(', ')})`,
      value: ndcg10,
    },
  ]
}

const measureSet = async (set: JudgedSet): Promise<Row[]> => {
  const corpus = await openJudged(set)
  const outcomes: Outcome[] = []
  for (const { text, judged } of set.queries) {
    const begun = performance.now()
    const found = await findPapers(corpus, text)
    outcomes.push({ found, judged, ms: performance.now() - begun })
  }
  await corpus.store.close()
  return rowsOf(set.name, outcomes)
}

/** Why judged sets cannot be measured, or null. */
export const missingJudged = (folder: string | null): string | null => {
  if (folder === null) return 'needs --judged FOLDER with queries.jsonl, qrels.tsv and, if need be, docs.jsonl'
  return judgedFolders(folder).length === 0 ? `${folder} holds no queries.jsonl with qrels.tsv` : null
}

/** How good the first answers of the search are, by judgements that come with public test collections. */
export const judged = async (folder: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (const one of judgedFolders(folder)) rows.push(...(await measureSet(readJudgedSet(one))))
  return rows
}

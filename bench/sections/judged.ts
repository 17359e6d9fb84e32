import { ingestPapers } from '#actions/submissions.ts'
import {
  evaluateSearch,
  type SearchedCorpus,
  openJudgedCorpus,
  judgedFolders,
  ndcg,
  readJudgedSet,
  type JudgedSet,
} from '#evaluation/evaluate-search.ts'
import { readConfig } from '#config.ts'
import { readStarterCorpus, STARTER_FOLDER } from '#starter/read-starter-corpus.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { plainBm25, type SearchedText } from '../plain-bm25.ts'
import { benchRunner, clock, silentLog } from '../corpora.ts'
import { rounded, type Row } from '../report.ts'

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The example corpus in memory, for a judged set without documents. */
const openExample = async (): Promise<SearchedCorpus & { close(): Promise<void> }> => {
  const store = await openSqliteStore(':memory:', { clock, log: silentLog })
  const run = await benchRunner(store)
  const batch = readStarterCorpus(STARTER_FOLDER, clock.now()).papers.map(({ paper }, line) => ({ line, paper }))
  await run(ingestPapers, { batch, state: 'accepted', actor: 'bench' })
  return { store, documentOf: (paper) => paper, close: () => store.close() }
}

/** The texts that the example corpus has for a judged set without documents. */
const exampleTexts = (): SearchedText[] =>
  readStarterCorpus(STARTER_FOLDER, clock.now()).papers.map(({ paper }) => ({
    id: paper.id,
    text: `${paper.title} ${paper.abstract ?? ''}`,
  }))

const measureSet = async ({ name, documents, queries }: JudgedSet): Promise<Row> => {
  const corpus = documents === null ? await openExample() : await openJudgedCorpus(documents, readConfig({}))
  const texts = documents?.map(({ id, title, text }) => ({ id, text: `${title} ${text}` })) ?? exampleTexts()
  const plain = plainBm25(texts)
  const plainNdcg10 = mean(queries.map(({ text, judged: grades }) => ndcg(plain(text), grades, 10)))
  const { ndcg10, recall20, recall100, mrr, empty, medianMs } = await evaluateSearch(corpus, queries)
  await corpus.close()
  const figures = [
    `plain BM25 ${rounded(plainNdcg10, 3)}`,
    `recall@20 ${rounded(recall20, 3)}`,
    `recall@100 ${rounded(recall100, 3)}`,
    `MRR ${rounded(mrr, 3)}`,
    `empty ${rounded(empty * 100, 0)} %`,
    `median ${rounded(medianMs, 2)} ms`,
  ]
  return {
    what: `search of ${name}, ${queries.length} queries, nDCG@10`,
    figure: `${rounded(ndcg10, 3)} (${figures.join(', ')})`,
    value: ndcg10,
    goal: { least: plainNdcg10 },
  }
}

/** Why judged sets cannot be measured, or null. */
export const missingJudged = (folder: string | null): string | null => {
  if (folder === null) return 'needs --judged FOLDER with queries.jsonl, qrels.tsv and, if need be, docs.jsonl'
  return judgedFolders(folder).length === 0 ? `${folder} holds no queries.jsonl with qrels.tsv` : null
}

/** The quality of the first results of the search, by the judgements of public test collections. */
export const judged = async (folder: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (const one of judgedFolders(folder)) rows.push(await measureSet(readJudgedSet(one)))
  return rows
}

import { ingestPapers } from '#actions/submissions/ingest-papers.ts'
import { evaluateSearch, type SearchedCorpus } from '#evaluation/evaluate-search.ts'
import { openJudgedCorpus } from '#evaluation/open-judged-corpus.ts'
import { judgedFolders, readJudgedSet, type JudgedSet } from '#evaluation/read-judged-set.ts'
import { readConfig } from '#config.ts'
import { readStarterCorpus, STARTER_FOLDER } from '#starter/read-starter-corpus.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { benchRunner, clock, silentLog } from '../corpora.ts'
import { rounded, type Row } from '../report.ts'

/** The example corpus in memory: what a set without documents of its own judges. */
const openExample = async (): Promise<SearchedCorpus & { close(): Promise<void> }> => {
  const store = await openSqliteStore(':memory:', { clock, log: silentLog })
  const run = await benchRunner(store)
  const batch = readStarterCorpus(STARTER_FOLDER, clock.now()).papers.map(({ paper }, line) => ({ line, paper }))
  await run(ingestPapers, { batch, state: 'accepted', actor: 'bench' })
  return { store, documentOf: (paper) => paper, close: () => store.close() }
}

const measureSet = async ({ name, documents, queries }: JudgedSet): Promise<Row> => {
  const corpus = documents === null ? await openExample() : await openJudgedCorpus(documents, readConfig({}))
  const { ndcg10, recall20, recall100, mrr, empty, medianMs } = await evaluateSearch(corpus, queries)
  await corpus.close()
  const figures = [
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
  }
}

/** Why judged sets cannot be measured, or null. */
export const missingJudged = (folder: string | null): string | null => {
  if (folder === null) return 'needs --judged FOLDER with queries.jsonl, qrels.tsv and, if need be, docs.jsonl'
  return judgedFolders(folder).length === 0 ? `${folder} holds no queries.jsonl with qrels.tsv` : null
}

/** How good the first answers of the search are, by judgements that come with public test collections. */
export const judged = async (folder: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (const one of judgedFolders(folder)) rows.push(await measureSet(readJudgedSet(one)))
  return rows
}

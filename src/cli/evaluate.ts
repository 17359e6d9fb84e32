import type { Command } from 'commander'
import { withCorpus, print } from './terminal.ts'
import { readConfig } from '#config.ts'
import {
  evaluateSearch,
  type Evaluation,
  openJudgedCorpus,
  readJudgedSet,
  type JudgedSet,
} from '#evaluation/evaluate-search.ts'

const DIGITS = 4

const rounded = (evaluation: Evaluation): Evaluation => ({
  ...evaluation,
  ...Object.fromEntries(
    Object.entries(evaluation).map(([name, value]): [string, number] => [name, Number(value.toFixed(DIGITS))]),
  ),
})

const evaluateSet = async ({ documents, queries }: JudgedSet): Promise<Evaluation> => {
  if (documents !== null) {
    const corpus = await openJudgedCorpus(documents, readConfig(process.env))
    try {
      return await evaluateSearch(corpus, queries)
    } finally {
      await corpus.close()
    }
  }
  const evaluations: Evaluation[] = []
  await withCorpus(async ({ store }) => {
    evaluations.push(await evaluateSearch({ store, documentOf: (paper) => paper }, queries))
  })
  return evaluations[0] as Evaluation
}

const percent = (share: number): number => Number((share * 100).toFixed(1))

const describe = ({ queries, ndcg10, recall20, recall100, mrr, strong, weak20, empty, medianMs }: Evaluation): string =>
  `${queries} queries: nDCG@10 ${ndcg10}, recall@20 ${recall20}, recall@100 ${recall100}, MRR ${mrr}, ` +
  `median of strong hits ${strong}, relevant ones of the first 20 that are weak ${percent(weak20)} %, ` +
  `nothing found for ${percent(empty)} %, median ${medianMs} ms.`

export const addEvaluate = (program: Command): void => {
  program
    .command('evaluate')
    .description('measure how well the search answers judged queries')
    .argument(
      '<folder>',
      'holds queries.jsonl ({"id","text"} a line) and qrels.tsv (query, document, grade); docs.jsonl ({"id","title","text"}) holds the documents; without it the papers of the corpus are searched',
    )
    .option('--json', 'print {"queries","ndcg10","recall20","recall100","mrr","strong","weak20","empty","medianMs"}')
    .action(async (folder: string, { json }: { json?: boolean }) => {
      const evaluation = rounded(await evaluateSet(readJudgedSet(folder)))
      print(json === true ? JSON.stringify(evaluation) : describe(evaluation))
    })
}

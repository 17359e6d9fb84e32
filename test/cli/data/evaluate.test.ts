import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { leastPaper } from '../../support/service/papers.ts'
import { processCorpus, type ProcessCorpus } from '../../support/process/process-corpus.ts'

const documents = [
  { id: 'wing', title: 'Wings', text: 'A wing in a slipstream.' },
  { id: 'heat', title: 'Heat', text: '' },
]
const queries = [
  { id: '1', text: 'slipstream wings' },
  { id: '2', text: 'zzyzx' },
  { id: '3', text: 'not judged' },
]

const judgedFolder = async (corpus: ProcessCorpus, judgements: string): Promise<string> => {
  await mkdir(join(corpus.folder, 'judged'))
  await corpus.file('judged/queries.jsonl', queries)
  await corpus.file('judged/qrels.tsv', judgements)
  return join(corpus.folder, 'judged')
}

describe('longview evaluate', () => {
  test('judged documents are searched in a corpus of their own', async (t) => {
    const corpus = await processCorpus(t)
    const folder = await judgedFolder(corpus, '1\twing\t2\n2\theat\t1\n')
    await corpus.file('judged/docs.jsonl', documents)
    const { medianMs, ...figures } = await corpus.json<Record<string, number>>('evaluate', folder)
    assert.deepEqual(figures, { queries: 2, ndcg10: 0.5, recall20: 0.5, recall100: 0.5, mrr: 0.5, empty: 0.5 })
    assert.ok((medianMs ?? -1) >= 0)
    const { stdout } = await corpus.run('evaluate', folder)
    assert.match(stdout, /^2 queries: nDCG@10 0\.5, .* nothing found for 50 %, median [\d.]+ ms\.\n$/u)
  })

  test('without documents the corpus itself is searched', async (t) => {
    const corpus = await processCorpus(t)
    const folder = await judgedFolder(corpus, '1\tp2\t1\n')
    const papers = [leastPaper({ id: 'p1', title: 'Heat' }), leastPaper({ id: 'p2', title: 'Slipstream of wings' })]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
    assert.equal((await corpus.json<{ ndcg10: number }>('evaluate', folder)).ndcg10, 1)
  })

  test('what cannot be read is named with its line', async (t) => {
    const corpus = await processCorpus(t)
    const folder = await judgedFolder(corpus, '1\twing\t2\n2 heat 1\n')
    assert.match((await corpus.run('evaluate', folder)).stderr, /qrels\.tsv, line 2: must be a query/u)
    await corpus.file('judged/qrels.tsv', '1\twing\t0\n')
    assert.match((await corpus.run('evaluate', folder)).stderr, /no query with a relevant document/u)
    await corpus.file('judged/qrels.tsv', '1\twing\t1\n')
    await corpus.file('judged/queries.jsonl', [{ id: '1' }])
    assert.match((await corpus.run('evaluate', folder)).stderr, /queries\.jsonl, line 1: text /u)
    const { code, stderr } = await corpus.run('evaluate', corpus.folder)
    assert.deepEqual([code, /must hold queries\.jsonl and qrels\.tsv/u.test(stderr)], [1, true])
  })
})

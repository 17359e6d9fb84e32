import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ndcg, recall, reciprocalRank } from '../../bench/judged/retrieval-metrics.ts'
import { judged, missingJudged } from '../../bench/sections/judged.ts'

const judgements = new Map([
  ['best', 3],
  ['good', 1],
  ['poor', 0],
  ['fair', 1],
])

test('gain is two to the power of the grade less one, discounted by the logarithm of the place', () => {
  const ideal = 7 + 1 / Math.log2(3) + 1 / Math.log2(4)
  assert.equal(ndcg(['best', 'good', 'fair'], judgements, 10), 1)
  assert.equal(ndcg(['good', 'other', 'best'], judgements, 10), (1 + 7 / Math.log2(4)) / ideal)
  assert.equal(ndcg(['good', 'best'], judgements, 1), 1 / 7)
  assert.equal(ndcg([], judgements, 10), 0)
})

test('recall counts what is relevant, the reciprocal rank asks where it begins', () => {
  assert.equal(recall(['poor', 'best', 'other', 'good'], judgements, 3), 1 / 3)
  assert.equal(recall(['poor', 'best', 'other', 'good'], judgements, 4), 2 / 3)
  assert.equal(reciprocalRank(['poor', 'other', 'good'], judgements), 1 / 3)
  assert.equal(reciprocalRank(['poor'], judgements), 0)
})

test('a judged folder is measured with its documents; without data it says what it needs', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'judged-'))
  t.after(() => rm(folder, { recursive: true }))
  assert.match(missingJudged(null) ?? '', /needs --judged FOLDER/u)
  assert.match(missingJudged(folder) ?? '', /holds no queries\.jsonl/u)
  assert.match(missingJudged(join(folder, 'nowhere')) ?? '', /holds no queries\.jsonl/u)
  const set = join(folder, 'small')
  await mkdir(set)
  const documents = [
    { id: 'a', title: 'Wings', text: 'A wing in a slipstream.' },
    { id: 'b', title: 'Heat', text: '' },
  ]
  const queries = [
    { id: '1', text: 'slipstream wings' },
    { id: '2', text: 'nothing like it' },
    { id: '3', text: 'not judged' },
  ]
  await writeFile(join(set, 'docs.jsonl'), documents.map((one) => JSON.stringify(one)).join('\n'))
  await writeFile(join(set, 'queries.jsonl'), queries.map((one) => JSON.stringify(one)).join('\n'))
  await writeFile(join(set, 'qrels.tsv'), '1\ta\t2\n2\tb\t1\n')
  assert.equal(missingJudged(folder), null)
  const [row, ...more] = await judged(folder)
  assert.deepEqual(more, [])
  assert.equal(row?.what, 'search of small, 2 queries, nDCG@10')
  assert.equal(row?.value, 0.5)
  assert.match(row?.figure ?? '', /^0\.500 \(recall@20 0\.500, recall@100 0\.500, MRR 0\.500, empty 50 %, median /u)
})

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { judged, missingJudged } from '../../bench/sections/judged.ts'

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

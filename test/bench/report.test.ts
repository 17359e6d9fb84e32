import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures, isFailed, rounded, rowsForJson, summary, verdictOf, type Row } from '../../bench/report.ts'
import { runSections } from '../../bench/sections.ts'
import { markdown, withFigures, type Run } from '../../bench/markdown.ts'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judged, missingJudged } from '../../bench/sections/judged.ts'

const row = (value: number | null, rest: Partial<Row> = {}): Row => ({
  what: 'a thing',
  figure: rounded(value),
  value,
  goal: { most: 10 },
  ...rest,
})

test('a figure meets its goal or misses it, without a tolerance', () => {
  assert.equal(verdictOf(row(10)), 'met')
  assert.equal(verdictOf(row(10.01)), 'missed')
  assert.equal(verdictOf(row(0.85, { goal: { least: 0.85 } })), 'met')
  assert.equal(verdictOf(row(0.849, { goal: { least: 0.85 } })), 'missed')
  assert.equal(isFailed([row(10)]), false)
  assert.equal(isFailed([row(10), row(10.01)]), true)
})

test('a figure that is not a number was not measured, is never met, and fails the run', () => {
  const absent = undefined as unknown as number
  for (const value of [Number.NaN, null, absent, Infinity, -Infinity])
    for (const goal of [{ most: 10 }, { least: 10 }, undefined]) {
      const planted = row(value, { goal })
      assert.equal(verdictOf(planted), 'not measured')
      assert.equal(isFailed([row(1), planted]), true)
      assert.match(figures([planted]), /NOT MEASURED/u)
      assert.match(summary([planted], []), /0 met, 0 missed, 1 not measured/u)
      assert.deepEqual(JSON.parse(JSON.stringify(rowsForJson([planted]))).at(0).value, null)
    }
})

test('a goal that could not be worked out is not met by any figure', () => {
  for (const goal of [{ most: Number.NaN }, { most: Infinity }, { least: Number.NaN }])
    assert.equal(verdictOf(row(1, { goal })), 'not measured')
})

test('a figure without a goal has no verdict', () => {
  assert.equal(verdictOf(row(1, { goal: undefined })), null)
  assert.equal(isFailed([row(1, { goal: undefined })]), false)
})

test('a goal that a machine cannot show is reported with its figure, and does not count as met', () => {
  const here = row(1.2, { goal: { least: 1.8 }, notShown: 'needs 4 cores' })
  assert.equal(verdictOf(here), 'not shown')
  assert.equal(verdictOf({ ...here, value: 3 }), 'not shown')
  assert.equal(verdictOf({ ...here, value: null }), 'not measured')
  assert.equal(isFailed([here]), false)
  assert.match(figures([here]), /1\.20 +at least 1\.8 +not shown: needs 4 cores/u)
  assert.match(summary([here], []), /0 met, 0 missed, 0 not measured, 1 not shown/u)
})

test('programs are given name, figure, goal and verdict of every row', () => {
  assert.deepEqual(rowsForJson([row(3), row(30), row(3, { goal: undefined })]), [
    { what: 'a thing', figure: '3.00', value: 3, goal: { most: 10 }, verdict: 'met' },
    { what: 'a thing', figure: '30.00', value: 30, goal: { most: 10 }, verdict: 'missed' },
    { what: 'a thing', figure: '3.00', value: 3, goal: null, verdict: null },
  ])
})

test('nothing measured at all is a failed run', () => assert.equal(isFailed([]), true))

test('a section without its data is left out and says why, one that breaks off was not measured', async () => {
  const lines: string[] = []
  const { rows, leftOut } = await runSections(
    [
      {
        name: 'judged',
        missing: () => 'needs --judged FOLDER',
        measure: () => Promise.reject(new Error('not called')),
      },
      { name: 'broken', missing: () => null, measure: () => Promise.reject(new Error('no such server')) },
      { name: 'whole', measure: async () => [row(1)] },
    ],
    (line) => lines.push(line),
  )
  assert.deepEqual(leftOut, [{ section: 'judged', reason: 'needs --judged FOLDER' }])
  assert.deepEqual(rows.map(verdictOf), ['not measured', 'met'])
  assert.match(lines.join('\n'), /no such server/u)
  assert.equal(isFailed(rows), true)
  assert.match(summary(rows, leftOut), /left out: judged \(needs --judged FOLDER\)/u)
  assert.equal(isFailed([row(1)]), false)
})

const run: Run = {
  date: new Date('2026-11-22T10:00:00Z'),
  command: 'npm run bench -- --quick',
  machine: '2 cores',
  loads: [0.12, 1.5],
  rows: [
    { what: 'fast', figure: '1 | 2', value: 1, goal: { most: 2 } },
    { what: 'slow', figure: '3', value: 3, goal: { most: 2 } },
    { what: 'unknown', figure: 'broke off', value: null },
  ],
  leftOut: [{ section: 'judged searches', reason: 'needs --judged FOLDER' }],
}

test('the table of a page says what was met, missed, not measured and left out', () => {
  assert.equal(
    markdown(run),
    `2026-11-22, \`npm run bench -- --quick\`, 2 cores; load 0.1 before and 1.5 after.

| what | figure | goal | |
|---|---|---|---|
| fast | 1 \\| 2 | at most 2 | met |
| slow | 3 | at most 2 | MISSED |
| unknown | broke off |  | NOT MEASURED |

1 met, 1 missed, 1 not measured, 0 not shown.

- missed: slow

- not measured: unknown

- left out: judged searches (needs --judged FOLDER)`,
  )
})

test('new figures take the place of the old ones, and nothing else changes', () => {
  const page = 'Before.\n\n<!-- figures -->\n\nold\n\n<!-- end of figures -->\n\nAfter.\n'
  const replaced = withFigures(page, 'new')
  assert.equal(replaced, page.replace('old', 'new'))
  assert.equal(withFigures(replaced, 'new'), replaced)
  assert.throws(() => withFigures('no marks', 'new'), /needs a line/u)
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
  const figures = 'plain BM25 0.500, recall@20 0.500, recall@100 0.500, MRR 0.500, empty 50 %, median '
  assert.ok(row?.figure.startsWith(`0.500 (${figures}`), row?.figure)
  assert.deepEqual(row?.goal, { least: 0.5 })
})

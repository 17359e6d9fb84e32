import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures, isFailed, rounded, rowsForJson, summary, verdictOf, type Row } from '../../bench/report.ts'
import { runSections } from '../../bench/sections.ts'

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

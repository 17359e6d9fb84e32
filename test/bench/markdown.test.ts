import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdown, withFigures, type Run } from '../../bench/markdown.ts'

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

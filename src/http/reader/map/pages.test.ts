import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCORE_MAX } from '#core/papers/score.ts'
import { mapFile } from './pages.ts'

const numbers = {
  axes: { x: 'Evidence', y: 'Use' },
  labelOf: String,
  chapter: null,
  mapped: [{ chapter: 3, papers: 2_001 }],
  papers: 2_001,
  cells: [
    { x: 0, y: 0, papers: 1 },
    { x: 25, y: 10, papers: 2_000 },
  ],
}
const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    chapter: index === 0 ? null : 3,
    longHorizon: SCORE_MAX / 2,
    enterprise: SCORE_MAX / 4,
  }))

const drawn = (points: Parameters<typeof mapFile>[1]): string => String(mapFile(numbers, points).picture?.parts)

test('the file of a map has a mark for each of some papers, and shades for many', () => {
  assert.match(drawn(pointsOf(2)), /<use href="#mark-0" x="50%" y="75%" \/><use href="#mark-3" x="50%" y="75%" \/>$/u)
  for (const many of [pointsOf(2_001), null]) {
    assert.match(
      drawn(many),
      /<path class="shade-1" d="M0 49h1v1h-1z" \/><path class="shade-5" d="M25 39h1v1h-1z" \/>/u,
    )
    assert.doesNotMatch(drawn(many), /<use/u)
  }
})

test('the file of a map says which shape stands for which chapter, where there is more than one', () => {
  const legend = [{ chapter: 3, label: '3: 2,001' }]
  assert.deepEqual(mapFile(numbers, pointsOf(2)).legend, legend)
  assert.equal(mapFile({ ...numbers, chapter: 3 }, pointsOf(2)).legend, undefined)
  assert.equal(mapFile(numbers, null).legend, undefined)
})

test('the numbers of a map are its papers, or the squares of its grid if there are too many to list', () => {
  assert.deepEqual(mapFile(numbers, pointsOf(2_001)).table.rows.slice(0, 2), [
    ['p0', '', 0.5, 0.25],
    ['p1', 3, 0.5, 0.25],
  ])
  assert.deepEqual(mapFile(numbers, null).table.rows, [
    [0, 0, 1],
    [0.5, 0.2, 2_000],
  ])
})

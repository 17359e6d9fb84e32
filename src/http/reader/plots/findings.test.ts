import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingOf } from './findings.ts'

const year = { one: 'year', many: 'years', at: 'of' } as const
const institution = { one: 'institution', many: 'institutions', at: 'from' } as const

const rowsOf = (counts: Record<string, number>) => Object.entries(counts).map(([name, papers]) => ({ name, papers }))

test('a heading says what its counts say, and no more', () => {
  const cases: [Record<string, number>, number, string][] = [
    [{ 2024: 60, 2025: 140 }, 200, 'Most papers are of 2025: 140 of 200'],
    [{ 2023: 126, 2024: 60, 2025: 140 }, 326, 'More papers are of 2025 than of any other year: 140 of 326'],
    [{ 2024: 5, 2025: 5 }, 10, '2024 and 2025 have the most papers: 5 each, of 10'],
    [{ 2023: 4, 2024: 5, 2025: 5, 2022: 5 }, 19, '2022, 2024 and 2025 have the most papers: 5 each, of 19'],
    [{ 2022: 2, 2023: 2, 2024: 2, 2025: 2 }, 8, 'No year stands out: none has more than 2 papers'],
    [{ 2022: 1, 2023: 1, 2024: 1, 2025: 1, 2026: 1 }, 5, 'No year stands out: none has more than 1 paper'],
    [{ 2025: 1_200, 2024: 0 }, 1_200, 'All 1,200 papers are of 2025'],
    [{ 2025: 1 }, 1, 'The only paper is of 2025'],
    [{ 2024: 1, 2025: 3 }, 4, '4 papers in 2 years'],
    [{}, 0, 'There are no papers yet'],
    [{ 2025: 0 }, 0, 'There are no papers yet'],
  ]
  for (const [counts, all, heading] of cases) assert.equal(findingOf(rowsOf(counts), all, year), heading)
})

test('papers without a value count as papers, and are not said to have one', () => {
  assert.equal(
    findingOf(rowsOf({ A: 12, B: 3 }), 320, institution),
    'More papers are from A than from any other institution: 12 of 320',
  )
  assert.equal(findingOf(rowsOf({ A: 1 }), 4, institution), '1 paper from 1 institution')
  assert.equal(findingOf([], 12, institution), 'No institution is known yet')
  assert.equal(findingOf(rowsOf({ A: 6, B: 6 }), 6, institution), 'A and B have the most papers: 6 each, of 6')
})

test('a heading may be about some of the papers, and about what was done with them', () => {
  const verbs = { one: 'was accepted', many: 'were accepted' }
  const month = { one: 'month', many: 'months', at: 'in', verbs } as const
  assert.equal(findingOf(rowsOf({ 'May 2026': 9 }), 9, month), 'All 9 papers were accepted in May 2026')
  assert.equal(findingOf(rowsOf({ 'May 2026': 1 }), 1, month), 'The only paper was accepted in May 2026')
  const whose = { ...year, whose: '3 Memory' }
  assert.equal(findingOf(rowsOf({ 2024: 2, 2025: 8 }), 10, whose), 'Most papers of 3 Memory are of 2025: 8 of 10')
  assert.equal(
    findingOf(rowsOf({ 2024: 5, 2025: 5 }), 10, whose),
    '2024 and 2025 have the most papers of 3 Memory: 5 each, of 10',
  )
  assert.equal(findingOf(rowsOf({ 2024: 1, 2025: 2 }), 3, whose), '3 papers of 3 Memory in 2 years')
})

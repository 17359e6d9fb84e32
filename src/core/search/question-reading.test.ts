import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayNameTime, readQuestion, type ReadBounds } from './question-reading.ts'

/** A Thursday. */
const TODAY = '2026-11-26'

const reads: [question: string, filters: ReadBounds, rest: string | null][] = [
  ['agent memory since 2025', { yearFrom: 2025 }, 'agent memory'],
  ['Agent memory published since 2025?', { yearFrom: 2025 }, 'Agent memory ?'],
  ['papers in 2023 about tools', { yearFrom: 2023, yearTo: 2023 }, 'papers about tools'],
  ['tool use from 2023 onwards', { yearFrom: 2023 }, 'tool use'],
  ['tool use after 2022, with code', { yearFrom: 2023 }, 'tool use , with code'],
  ['planning before 2022', { yearTo: 2021 }, 'planning'],
  ['planning until 2022', { yearTo: 2022 }, 'planning'],
  ['planning between 2021 and 2023', { yearFrom: 2021, yearTo: 2023 }, 'planning'],
  ['planning from 2021 to 2023', { yearFrom: 2021, yearTo: 2023 }, 'planning'],
  ['planning in 2021–2023', { yearFrom: 2021, yearTo: 2023 }, 'planning'],
  ['planning from the past two years', { yearFrom: 2024 }, 'planning'],
  ['planning over the last year', { yearFrom: 2025 }, 'planning'],
  ['planning papers from last year', { yearFrom: 2025, yearTo: 2025 }, 'planning papers'],
  ['papers last year on planning', { yearFrom: 2025, yearTo: 2025 }, 'on planning'],
  [
    'what did people publish this year on planning',
    { yearFrom: 2026, yearTo: 2026 },
    'what did people publish on planning',
  ],
  ['planning in the last 3 weeks', { addedSince: '2026-11-05' }, 'planning'],
  ['planning added since 2026-11-01', { addedSince: '2026-11-01' }, 'planning'],
  ['planning added in 2026', { addedSince: '2026-01-01' }, 'planning'],
  ['planning this week', { addedSince: '2026-11-23' }, 'planning'],
  ['planning added this month', { addedSince: '2026-11-01' }, 'planning'],
  ['planning added today', { addedSince: '2026-11-26' }, 'planning'],
  ['new papers on planning', { addedSince: '2026-10-27' }, 'papers on planning'],
  ['what is new', { addedSince: '2026-10-27' }, null],
  ['papers since 2025', { yearFrom: 2025 }, null],
  ['Yao et al. 2022', { author: 'Yao', yearFrom: 2022, yearTo: 2022 }, 'Yao'],
  ['yao et al 2022 reasoning', { author: 'yao', yearFrom: 2022, yearTo: 2022 }, 'reasoning'],
  ['Yao et al. (2022b)', { author: 'Yao', yearFrom: 2022, yearTo: 2022 }, 'Yao'],
  ['reflexion (Shinn et al., 2023)', { author: 'Shinn', yearFrom: 2023, yearTo: 2023 }, 'reflexion'],
  ['reflexion (Shinn & Labash, 2023)', { author: 'Shinn', yearFrom: 2023, yearTo: 2023 }, 'reflexion'],
  ['planning since 2025 added this week', { yearFrom: 2025, addedSince: '2026-11-23' }, 'planning'],
]

test('dates, and an author with a year, are read as filters, and the other words stay', () => {
  for (const [question, filters, rest] of reads) {
    const reading = readQuestion(question, TODAY)
    assert.deepEqual(reading?.filters, filters, question)
    assert.equal(reading.rest, rest, question)
    assert.ok(mayNameTime(question))
  }
})

test('numbers, titles and other words that look like dates are words', () => {
  for (const question of [
    'GPT-4 2048 tokens',
    'ISO 2022',
    '1984',
    '2001: A Space Odyssey',
    'in 2001: A Space Odyssey',
    'Blade Runner 2049',
    'planning in 2048',
    'agents that play 2048',
    'context of 2000 tokens',
    'trained for up to 2000 steps',
    'converges after 2000 episodes',
    'from 2000 to 2048 tokens',
    'between 1999 and 2000 steps',
    'between 2023 and 2021',
    'in 1066',
    'since 1492',
    'since 2030',
    'CVPR 2022',
    'NeurIPS 2023 (Datasets)',
    'SemEval-2023',
    'in ImageNet 2012',
    'agenda 2030',
    'in 2023-24',
    'before 2020s',
    'in 2022-compliant systems',
    'the last layer',
    'the last day of a long run',
    'in the last week of training',
    'over the past few years',
    'plans for this week',
    'last year',
    'new methods for planning',
    'a new paper',
    'what can agents do today',
    'recent work on memory',
    '"since 2025"',
    'planning "in 2023"',
    'since 2026-13-01',
    'since 2027-01-01',
    '(Planning, 20233)',
    '(WebArena v2, 2023)',
    'Yao 2022',
    'arXiv 2210.03629',
    '10.1000/2022.1',
    'p2022',
    'year:2022',
    '',
  ])
    assert.equal(readQuestion(question, TODAY), null, question)
})

test('what is given already is not read, and of two bounds the first kind of words decides', () => {
  assert.equal(readQuestion('planning since 2025', TODAY, { year: 2023 }), null)
  assert.equal(readQuestion('planning since 2025', TODAY, { yearTo: 2023 }), null)
  assert.deepEqual(readQuestion('planning since 2025', TODAY, { yearTo: null, addedSince: '2026-01-01' })?.filters, {
    yearFrom: 2025,
  })
  assert.equal(readQuestion('Yao et al. 2022', TODAY, { author: 'kwa' }), null)
  assert.deepEqual(
    readQuestion('planning since 2025 or before 2020', TODAY)?.read.map(({ words }) => words),
    ['since 2025'],
  )
})

test('the reading follows the day', () => {
  assert.deepEqual(readQuestion('from last year', '2027-01-01')?.filters, { yearFrom: 2026, yearTo: 2026 })
  assert.deepEqual(readQuestion('this week', '2026-11-29')?.filters, { addedSince: '2026-11-23' })
  assert.deepEqual(readQuestion('this week', '2026-11-30')?.filters, { addedSince: '2026-11-30' })
  assert.deepEqual(readQuestion('since 2027', '2026-11-26')?.filters, { yearFrom: 2027 })
})

test('a pasted text tells of dates, and asks for none', () => {
  const asked = 'planning since 2025'
  assert.notEqual(readQuestion(asked, TODAY), null)
  assert.equal(readQuestion(`${asked} ${'and so on '.repeat(30)}`, TODAY), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper } from '../../test/support/service/papers.ts'
import { assertFieldErrors, LINE, LONE, messages, NO_TEXT, NUL, paperWith } from '../../test/support/parsed-papers.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { parsePaper } from './paper-schema.ts'

test('an id is a p and 1 to 15 digits', () => {
  const wrong = 'must be "p" and 1 to 15 digits, such as p1201'
  assertFieldErrors('id', [
    ['p0'],
    ['p007'],
    ['p123456789012345'],
    ...['', 'p', 'P1', '1', 'p1234567890123456', 'p-1', 'p1.5', 'p1a', ' p1', 'p1 ', 'p1\n', 'p١', 'p1/..'].map(
      (id): [unknown, string] => [id, wrong],
    ),
    [1, NO_TEXT],
    [['p1'], NO_TEXT],
  ])
})

test('a title is one line of 1 to 1,000 characters', () => {
  assertFieldErrors('title', [
    ['x'],
    ['x'.repeat(1_000)],
    ['x'.repeat(1_001), 'must have at most 1000 characters'],
    ['', 'must not be empty'],
    [' \u00a0 ', 'must not be empty'],
    ['a\nb', LINE],
    ['a\u0007b', LINE],
    ['a\0b', NUL],
    ['a\ud800b', LONE],
    [5, NO_TEXT],
    [['x'], NO_TEXT],
  ])
  assert.equal(paperWith({ title: '  cafe\u0301 ' }).title, 'caf\u00e9')
})

test('authors are 1 to 2,000 lines of at most 300 characters, in their order, also two of one name', () => {
  assertFieldErrors('authors', [
    [['x'.repeat(300)]],
    [Array.from({ length: 2_000 }, () => 'x')],
    [[], 'must contain at least one entry'],
    [Array.from({ length: 2_001 }, () => 'x'), 'must have at most 2000 entries'],
    ['Ada Example', 'must be a list'],
    [{ 0: 'Ada' }, 'must be a list'],
  ])
  assert.deepEqual(paperWith({ authors: ['Wei Wang', ' Wei Wang', 'A'] }).authors, ['Wei Wang', 'Wei Wang', 'A'])
  assert.deepEqual(messages(leastPaper({ authors: ['Ada', '', 5, null, 'x'.repeat(301), 'a\nb', 'a\0'] })), [
    'authors.1 must not be empty',
    `authors.2 ${NO_TEXT}`,
    `authors.3 ${NO_TEXT}`,
    'authors.4 must have at most 300 characters',
    `authors.5 ${LINE}`,
    `authors.6 ${NUL}`,
  ])
})

test('a year is a whole number from 1800 to next year', () => {
  assertFieldErrors('year', [
    [1_800],
    [2_027],
    [1_799, 'must be at least 1800'],
    [-1, 'must be at least 1800'],
    [2_028, 'must be at most 2027'],
    [1e20, 'must be at most 2027'],
    [Infinity, 'must be at most 2027'],
    [-Infinity, 'must be a number'],
    [2_025.5, 'must be a whole number'],
    ['2025', 'must be a number'],
    [true, 'must be a number'],
  ])
})

test('the bound of the year moves with the clock, in UTC wherever the machine stands', (t) => {
  const { TZ = 'UTC' } = process.env
  t.after(() => {
    process.env.TZ = TZ
  })
  process.env.TZ = 'Pacific/Kiritimati'
  const late = new Date('2026-12-31T23:59:59.999Z')
  const early = new Date('2027-01-01T00:00:00.000Z')
  assert.equal(parsePaper(leastPaper({ year: 2_028 }), late).ok, false)
  assert.equal(parsePaper(leastPaper({ year: 2_028 }), early).ok, true)
})

test('optional texts have their own lengths; only those of several lines may hold line breaks', () => {
  for (const [field, max, breaks] of [
    ['institution', 500, false],
    ['abstract', 50_000, true],
    ['houseCommentary', 50_000, true],
    ['fullText', 5_000_000, true],
  ] as const)
    assertFieldErrors(field, [
      ['x'.repeat(max)],
      ['x'.repeat(max + 1), `must have at most ${max} characters`],
      breaks ? ['a\r\n\tb'] : ['a\nb', LINE],
      ['a\u0007b', breaks ? 'must not contain control characters' : LINE],
      ['a\0b', NUL],
      ['\udc00', LONE],
      [7, NO_TEXT],
    ])
})

test('a text of several lines keeps its white space', () => {
  assert.equal(paperWith({ abstract: '  One.\n\n  Two. \n' }).abstract, '  One.\n\n  Two. \n')
})

test('links are http or https addresses of at most 2,048 characters, without credentials', () => {
  const begin = 'must begin with https:// or http://'
  const base = 'https://example.org/'
  for (const field of ['url', 'storageUrl'])
    assertFieldErrors(field, [
      ['http://example.org/a?b#c'],
      [base + 'x'.repeat(2_048 - base.length)],
      [base + 'x'.repeat(2_049 - base.length), 'must have at most 2048 characters'],
      ['javascript:alert(1)', begin],
      ['data:text/html,x', begin],
      ['https:example.org', begin],
      ['https://name:word@example.org', 'must not contain a user name or password'],
      ['example.org', 'must be a complete address, such as https://example.org/paper'],
      ['https://example.org/\nx', LINE],
      ['java\nscript:alert(1)', LINE],
      ['https://example.org/\0', NUL],
      [1, NO_TEXT],
    ])
  assert.equal(paperWith({ url: ' https://example.org/a ' }).url, 'https://example.org/a')
})

test('a chapter is a whole number from 1 to 7', () => {
  const wrong = 'must be a whole number from 1 to 7'
  assertFieldErrors('chapter', [
    ...[1, 2, 3, 4, 5, 6, 7].map((chapter): [unknown] => [chapter]),
    ...[0, 8, -1, 1.5, 1e20].map((chapter): [unknown, string] => [chapter, wrong]),
    ['1', 'must be a number'],
    [Infinity, 'must be a number'],
  ])
})

test('scores are from 0 to 1, bounds included', () => {
  for (const field of ['longHorizonScore', 'enterpriseScore'])
    assertFieldErrors(field, [
      [0],
      [1],
      [0.000_001],
      [-0.000_001, 'must be at least 0'],
      [1.000_001, 'must be at most 1'],
      [8.2, 'must be at most 1'],
      ['0.5', 'must be a number'],
      [Infinity, 'must be a number'],
      [JSON.parse('1e400'), 'must be a number'],
    ])
  assert.equal(paperWith({ longHorizonScore: 0 }).longHorizon, 0)
  assert.equal(paperWith({ longHorizonScore: 0.123_456_7 }).longHorizon, 123_457)
})

test('topics, concepts and frameworks are lists of at most 100 lines of 200 characters, without repetitions', () => {
  for (const field of ['topics', 'concepts', 'frameworkMappings']) {
    assertFieldErrors(field, [
      [[]],
      [Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(200, 'x'))],
      [Array.from({ length: 101 }, (_, index) => String(index)), 'must have at most 100 entries'],
      ['planning', 'must be a list'],
    ])
    assert.deepEqual(messages(leastPaper({ [field]: ['ok', '', 'x'.repeat(201), 1, 'a\nb'] })), [
      `${field}.1 must not be empty`,
      `${field}.2 must have at most 200 characters`,
      `${field}.3 ${NO_TEXT}`,
      `${field}.4 ${LINE}`,
    ])
  }
  assert.deepEqual(paperWith({ topics: ['b', 'a', ' b', 'e\u0301', '\u00e9'] }).topics, ['b', 'a', '\u00e9'])
})

test('a type is one of the research types', () => {
  const wrong = `must be one of ${researchTypes.join(', ')}`
  assertFieldErrors('type', [
    ...researchTypes.map((type): [unknown] => [type]),
    ['essay', wrong],
    ['Survey', wrong],
    ['', wrong],
    [1, wrong],
  ])
})

test('what citations need is taken in the forms that people paste, and kept in one', () => {
  const given = paperWith({
    doi: 'https://doi.org/10.1000/ABC',
    arxivId: 'arXiv:2210.03629v3',
    date: '2025-02-28',
    authors: ['Ada Example', 'Example Group'],
    authorNames: [
      { name: 'Ada Example', family: 'Example', given: 'Ada' },
      { name: 'Example Group', family: 'Example Group' },
      { name: 'Somebody Else', family: 'Else', given: 'Somebody' },
    ],
  })
  assert.equal(given.doi, '10.1000/abc')
  assert.equal(given.arxivId, '2210.03629')
  assert.deepEqual(given.authorNames, [
    { name: 'Ada Example', family: 'Example', given: 'Ada' },
    { name: 'Example Group', family: 'Example Group', given: null },
  ])
  const DATE = 'must be a day, a month or a year, such as 2024-05-17'
  assertFieldErrors('date', [
    ['2025'],
    ['2024-02-29'],
    ['2025-02-29', DATE],
    ['2025-13', DATE],
    ['May 2025', DATE],
    [''],
  ])
  const ARXIV = 'must be an arXiv id, such as 2210.03629 or math/0306266'
  assertFieldErrors('arxivId', [['math/0306266v2'], ['2210.1', ARXIV], ['see 2210.03629', ARXIV]])
  assertFieldErrors('doi', [['doi:10.1000/182'], ['10.1000', 'must be a DOI, such as 10.1000/182']])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../test/support/generated/any-text.ts'
import { leastPaper, wholePaper } from '../../test/support/service/papers.ts'
import { noBibliography, publicationKinds, type Bibliography } from '#core/papers/bibliography.ts'
import { researchTypes, type PaperWithText } from '#core/papers/paper.ts'
import { normalizeText, textError } from '#core/text/normalize-text.ts'
import { linkError } from '#core/papers/identifiers.ts'
import { parsePaper, presentFullPaper, presentPaperFields, type ParsedPaper } from './paper-schema.ts'

const now = new Date('2026-11-20T10:00:00.000Z')

const parsed = (input: unknown): ParsedPaper => {
  const checked = parsePaper(input, now)
  assert.ok(checked.ok, JSON.stringify(checked))
  return checked.value
}

/** The paper of a submission with nothing but the required fields and these. */
const paperWith = (given: Record<string, unknown>): PaperWithText => parsed(leastPaper(given)).paper

/** What is wrong, as `path message`. */
const messages = (input: unknown): string[] => {
  const checked = parsePaper(input, now)
  return checked.ok ? [] : checked.errors.map(({ path, message }) => `${path} ${message}`)
}

/** Each value of a field with its errors; none where it is valid. */
const judges = (field: string, known: readonly (readonly [unknown, string?])[]): void => {
  for (const [value, message] of known)
    assert.deepEqual(
      messages(leastPaper({ [field]: value })),
      message === undefined ? [] : [`${field} ${message}`],
      `${field}: ${JSON.stringify(value).slice(0, 60)}`,
    )
}

const NUL = 'must not contain a NUL character'
const LONE = 'must be valid Unicode, without lone surrogates'
const LINE = 'must be one line without control characters'
const NO_TEXT = 'must be a text'

test('a whole paper is read into the names of the core', () => {
  assert.deepEqual(parsed(wholePaper({ type: 'empirical', fullText: 'All of it.' })), {
    paper: {
      id: 'p1',
      title: 'Checkpoints for agents that work for days',
      authors: ['Ada Example', 'Ben Sample'],
      year: 2025,
      institution: 'Example University',
      url: 'https://example.org/papers/1',
      abstract: 'We study how often an agent should save its state. Saving after each tool call loses least.',
      chapter: 4,
      type: 'empirical',
      longHorizon: 820_000,
      enterprise: 400_000,
      topics: ['reliability', 'execution'],
      concepts: ['checkpointing', 'error recovery'],
      frameworks: ['ReAct'],
      commentary: 'A plain answer to a question that many teams settle by habit.',
      storageUrl: 'https://example.org/papers/1.pdf',
      fullText: 'All of it.',
      ...noBibliography,
    },
    ignored: [],
  })
})

const absent = {
  ...noBibliography,
  institution: null,
  url: null,
  abstract: null,
  chapter: null,
  type: null,
  longHorizon: null,
  enterprise: null,
  topics: [],
  concepts: [],
  frameworks: [],
  commentary: null,
  storageUrl: null,
  fullText: null,
}

test('id, title, authors and year are all that is required', () => {
  const least = { id: 'p1', title: 'A title', authors: ['Ada Example'], year: 2025 }
  assert.deepEqual(parsed(least), { paper: { ...least, ...absent }, ignored: [] })
  assert.deepEqual(messages({}), ['id is required', 'title is required', 'authors is required', 'year is required'])
  for (const field of Object.keys(least))
    assert.deepEqual(messages({ ...least, [field]: undefined }), [`${field} is required`])
})

test('an empty optional text is the same as none', () => {
  const empty = { institution: '', url: ' ', abstract: '\n', houseCommentary: '', storageUrl: '', fullText: ' \t\n' }
  assert.deepEqual(paperWith(empty), paperWith({}))
})

test('null is no value: it is refused in every field', () => {
  const { id: _, ...rest } = wholePaper({ type: 'survey', fullText: 'x' })
  for (const field of ['id', ...Object.keys(rest)]) {
    const [mistake = '', ...more] = messages(wholePaper({ [field]: null }))
    assert.match(mistake, new RegExp(`^${field} must be `, 'u'))
    assert.deepEqual(more, [])
  }
})

test('a body that is not an object is refused as a whole', () => {
  for (const input of [null, undefined, 'p1', 1, [], [leastPaper()]])
    assert.deepEqual(messages(input), ['body must be an object'])
})

test('an id is a p and 1 to 15 digits', () => {
  const wrong = 'must be "p" and 1 to 15 digits, such as p1201'
  judges('id', [
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
  judges('title', [
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
  judges('authors', [
    [['x'.repeat(300)]],
    [Array.from({ length: 2_000 }, () => 'x')],
    [[], 'must name at least one'],
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
  judges('year', [
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
    judges(field, [
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
    judges(field, [
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
  judges('chapter', [
    ...[1, 2, 3, 4, 5, 6, 7].map((chapter): [unknown] => [chapter]),
    ...[0, 8, -1, 1.5, 1e20].map((chapter): [unknown, string] => [chapter, wrong]),
    ['1', 'must be a number'],
    [Infinity, 'must be a number'],
  ])
})

test('scores are from 0 to 1, bounds included', () => {
  for (const field of ['longHorizonScore', 'enterpriseScore'])
    judges(field, [
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
    judges(field, [
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
  judges('type', [
    ...researchTypes.map((type): [unknown] => [type]),
    ['essay', wrong],
    ['Survey', wrong],
    ['', wrong],
    [1, wrong],
  ])
})

test('unknown names are reported and change nothing', () => {
  const { paper, ignored } = parsed(
    leastPaper({ status: 'accepted', houseComment: 'x', submittedBy: 'y', toString: 1 }),
  )
  assert.deepEqual(ignored, ['status', 'houseComment', 'submittedBy', 'toString'])
  assert.deepEqual(paper, paperWith({}))
})

test('__proto__ is an unknown name like any other, and nothing is taken from it', () => {
  const input: unknown = JSON.parse(
    `{"id":"p1","title":"t","authors":["a"],"year":2025,"__proto__":{"chapter":3,"topics":["x"]},"constructor":{}}`,
  )
  const { paper, ignored } = parsed(input)
  assert.deepEqual(ignored, ['__proto__', 'constructor'])
  assert.equal(paper.chapter, null)
  assert.deepEqual(paper.topics, [])
  assert.equal(Object.getPrototypeOf(paper), Object.prototype)
})

test('all errors are reported at once, each field once', () => {
  const wrong = {
    id: 'x',
    title: '',
    authors: [],
    year: 3_000.5,
    institution: 5,
    url: 'x',
    abstract: '\0',
    chapter: 9,
    longHorizonScore: 2,
    enterpriseScore: -1,
    topics: 'x',
    concepts: [''],
    frameworkMappings: [1],
    houseCommentary: {},
    storageUrl: 'javascript:0',
    type: 'essay',
    fullText: false,
  }
  const checked = parsePaper(wrong, now)
  assert.ok(!checked.ok)
  const paths = checked.errors.map(({ path }) => path.replace(/\.\d+$/u, ''))
  assert.deepEqual(paths.toSorted(), Object.keys(wrong).toSorted())
})

/** A text in its stored form, of at most so many characters. */
const stored = (form: 'line' | 'block', max: number) =>
  anyText
    .map((text) => normalizeText(text, form))
    .filter((text) => textError(text, form) === null && text.trim() !== '' && text.length <= max)

const link = anyText
  .map((text) => normalizeText(`https://example.org/${text}`, 'line'))
  .filter((url) => textError(url, 'line') === null && linkError(url) === null)
const list = fc.uniqueArray(stored('line', 200), { maxLength: 5 })
const millionths = fc.option(fc.nat({ max: 1_000_000 }))

const pastDate = fc
  .record({
    year: fc.integer({ min: 1_800, max: 2_026 }),
    month: fc.integer({ min: 1, max: 12 }),
    length: fc.constantFrom(4, 7, 10),
  })
  .map(({ year, month, length }) => `${year}-${String(month).padStart(2, '0')}-28`.slice(0, length))

const bibliography: { [Field in keyof Bibliography]: fc.Arbitrary<Bibliography[Field]> } = {
  authorNames: fc.constant([]),
  date: fc.option(pastDate),
  doi: fc.option(fc.nat().map((number) => `10.1000/x.${number}`)),
  arxivId: fc.option(fc.integer({ min: 10_000, max: 99_999 }).map((number) => `2405.${number}`)),
  container: fc.option(stored('line', 1_000)),
  volume: fc.option(stored('line', 100)),
  issue: fc.option(stored('line', 100)),
  pages: fc.option(stored('line', 100)),
  publisher: fc.option(stored('line', 500)),
  kind: fc.option(fc.constantFrom(...publicationKinds)),
  license: fc.option(stored('line', 500)),
}

const withSortedNames = (paper: PaperWithText): PaperWithText => ({
  ...paper,
  authorNames: [...new Set(paper.authors)]
    .slice(1)
    .map((name, index) => ({ name, family: name, given: index % 2 === 0 ? null : 'Ada' })),
})

const anyPaper: fc.Arbitrary<PaperWithText> = fc
  .record(
    {
      ...bibliography,
      id: fc.nat({ max: 999_999_999 }).map((number) => `p${number}`),
      title: stored('line', 1_000),
      authors: fc.array(stored('line', 300), { minLength: 1, maxLength: 5 }),
      year: fc.integer({ min: 1_800, max: 2_027 }),
      institution: fc.option(stored('line', 500)),
      url: fc.option(link),
      abstract: fc.option(stored('block', 50_000)),
      chapter: fc.option(fc.constantFrom(1, 2, 3, 4, 5, 6, 7)),
      type: fc.option(fc.constantFrom(...researchTypes)),
      longHorizon: millionths,
      enterprise: millionths,
      topics: list,
      concepts: list,
      frameworks: list,
      commentary: fc.option(stored('block', 50_000)),
      storageUrl: fc.option(link),
      fullText: fc.option(stored('block', 50_000)),
    },
    { noNullPrototype: true },
  )
  .map(withSortedNames)

test('what is presented is read back as the same paper, also through JSON', () => {
  fc.assert(
    fc.property(anyPaper, (paper) => {
      const form = presentFullPaper(paper)
      const sent: unknown = JSON.parse(JSON.stringify(form))
      assert.deepEqual(sent, form)
      assert.deepEqual(parsed(sent), { paper, ignored: [] })
    }),
    { numRuns: 500 },
  )
})

test('a field without a value is absent, never null or an empty list', () => {
  assert.deepEqual(presentPaperFields(paperWith({})), leastPaper())
  fc.assert(
    fc.property(anyPaper, (paper) => {
      for (const value of Object.values(presentPaperFields(paper))) assert.ok(value !== null && value !== undefined)
    }),
  )
})

test('whatever is sent, it is read or its errors are reported', () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), anyText, fc.double(), fc.constantFrom(1, 2_025, 'p1', Infinity))
  const input = fc.dictionary(
    fc.constantFrom(...Object.keys(wholePaper()), 'type', 'fullText', '__proto__', 'constructor'),
    value,
  )
  fc.assert(
    fc.property(fc.oneof(input, input.map(leastPaper), fc.jsonValue()), (given) => {
      const checked = parsePaper(given, now)
      if (checked.ok) assert.equal(textError(checked.value.paper.title, 'line'), null)
      else assert.ok(checked.errors.length > 0)
    }),
    { numRuns: 1_000 },
  )
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
  judges('date', [['2025'], ['2024-02-29'], ['2025-02-29', DATE], ['2025-13', DATE], ['May 2025', DATE], ['']])
  const ARXIV = 'must be an arXiv id, such as 2210.03629 or math/0306266'
  judges('arxivId', [['math/0306266v2'], ['2210.1', ARXIV], ['see 2210.03629', ARXIV]])
  judges('doi', [['doi:10.1000/182'], ['10.1000', 'must be a DOI, such as 10.1000/182']])
})

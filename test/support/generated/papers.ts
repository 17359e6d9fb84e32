import { texName, texText } from '#core/text/tex-text.ts'
import fc, { type Arbitrary } from 'fast-check'
import { perhaps, weighted } from './random.ts'
import { fullLine, illegalText, legalBlock, legalLine, vocabulary } from './text.ts'
import { researchTypes } from '#core/papers/paper.ts'

/** A paper in contract form; fields that are null here are left out of the request. */
export type AnyPaper = {
  title: string
  authors: string[]
  year: number
  institution: string | null
  url: string | null
  abstract: string | null
  chapter: number | null
  longHorizonScore: number | null
  enterpriseScore: number | null
  topics: string[] | null
  concepts: string[] | null
  frameworkMappings: string[] | null
  houseCommentary: string | null
  storageUrl: string | null
  type: string | null
  fullText: string | null
}

const TYPES = ['empirical', 'theoretical', 'benchmark', 'system', 'survey', 'position', 'case_study', 'dataset']

const authors = weighted(
  [12, fc.array(fullLine(300), { minLength: 1, maxLength: 5 })],
  [1, fc.integer({ min: 100, max: 2_000 }).map((many) => Array.from({ length: many }, (_, at) => `Ada Éxample ${at}`))],
  [1, fc.constant(Array.from({ length: 2_000 }, () => 'The same name'))],
)

const link = weighted(
  [6, fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https'] })],
  [
    1,
    fc.constantFrom(
      'https://bücher.example/ä?ö#ü',
      'HTTPS://EXAMPLE.ORG',
      'http://[2001:db8::1]:8080/x',
      'https://例え.jp/論文',
      'https://example.org/%E2%82%AC',
    ),
  ],
  [1, fc.constant(`https://example.org/${'a'.repeat(2_028)}`)],
)

const score = weighted(
  [4, fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000)],
  [1, fc.constantFrom(0, 1, 0.1 + 0.2, 0.07, 0.29, 0.57, 1e-6, 0.999_999)],
)

const lines: Arbitrary<string[]> = weighted(
  [6, fc.array(fullLine(200), { maxLength: 6 })],
  [
    2,
    fc.array(fc.constantFrom('planning', 'Planning', ' planning ', 'pla\u0301n', 'plán', '!', '東京', '😀'), {
      maxLength: 8,
    }),
  ],
  [1, fc.constant(Array.from({ length: 100 }, (_, at) => `entry ${at}`))],
)

const longText = fc.constantFrom('Ω', 'a b ', '字', '😀').map((unit) => unit.repeat(50_000).slice(0, 50_000))

/** Papers that have to be accepted, bounds and oddities among them. The lengths together stay below the cap of a body. */
export const anyPaper: Arbitrary<AnyPaper> = fc.record({
  title: fullLine(1_000),
  authors,
  year: weighted([9, fc.integer({ min: 1800, max: 2027 })], [1, fc.constantFrom(1800, 2026, 2027)]),
  institution: perhaps(50, legalLine(500)),
  url: perhaps(50, weighted([9, link], [1, fc.constant('')])),
  abstract: perhaps(60, weighted([12, legalBlock(2_000)], [1, longText])),
  chapter: perhaps(60, fc.integer({ min: 1, max: 7 })),
  longHorizonScore: perhaps(60, score),
  enterpriseScore: perhaps(50, score),
  topics: perhaps(50, lines),
  concepts: perhaps(50, lines),
  frameworkMappings: perhaps(50, lines),
  houseCommentary: perhaps(40, legalBlock(2_000)),
  storageUrl: perhaps(40, link),
  type: perhaps(50, fc.constantFrom(...TYPES)),
  fullText: perhaps(40, weighted([12, legalBlock(4_000)], [1, longText])),
})

/** As it is sent. */
export const contractForm = (id: string, paper: AnyPaper): Record<string, unknown> => ({
  id,
  ...Object.fromEntries(Object.entries(paper).filter(([, value]) => value !== null)),
})

const asLine = (text: string): string => text.normalize('NFC').trim()
const withoutNothing = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
const asBlock = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : text.normalize('NFC')
const asLines = (values: string[] | null): string[] => [...new Set((values ?? []).map(asLine))]

/** How the corpus API gives a paper back once it is public: NFC, lines trimmed, TeX read as text, what says nothing left out. */
export const publicForm = (id: string, paper: AnyPaper): Record<string, unknown> =>
  withoutNothing({
    id,
    title: asLine(texText(paper.title.normalize('NFC'))),
    authors: paper.authors.map((name) => asLine(texName(name.normalize('NFC')))),
    year: paper.year,
    institution: asLine(texName((paper.institution ?? '').normalize('NFC'))),
    url: asLine(paper.url ?? ''),
    abstract: paper.abstract === null ? null : asBlock(texText(paper.abstract.normalize('NFC'))),
    chapter: paper.chapter,
    longHorizonScore: paper.longHorizonScore === null ? null : Number(paper.longHorizonScore.toFixed(6)),
    enterpriseScore: paper.enterpriseScore === null ? null : Number(paper.enterpriseScore.toFixed(6)),
    topics: asLines(paper.topics),
    concepts: asLines(paper.concepts),
    frameworkMappings: asLines(paper.frameworkMappings),
    houseCommentary: asBlock(paper.houseCommentary),
    storageUrl: asLine(paper.storageUrl ?? ''),
    fullText: asBlock(paper.fullText),
  })

const tenfold = (score: unknown): number | null => (typeof score === 'number' ? Number((score * 10).toFixed(5)) : null)

/** The same paper as the agent API gives it with its full text: other names, the scale from 0 to 10, the type too. */
export const agentForm = (id: string, paper: AnyPaper): Record<string, unknown> => {
  const { authors: names, houseCommentary, longHorizonScore, enterpriseScore, ...same } = publicForm(id, paper)
  return withoutNothing({
    ...same,
    authors: (names as string[]).map((name) => ({ name })),
    abstractBy: same.abstract === undefined ? null : 'authors',
    fullTextKind: same.fullText === undefined ? null : 'text',
    houseComment: houseCommentary ?? null,
    longHorizonScore: tenfold(longHorizonScore),
    enterpriseScore: tenfold(enterpriseScore),
    type: paper.type,
  })
}

/** One error: a value that a field may not have, and the path that the response names. */
export type InvalidField = { field: string; value: unknown; at: string }

const NOT_TEXT = [null, {}, [], true, false, 0, 1.5, ['a'], { text: 'a' }]
const NOT_NUMBER = [null, {}, [], true, false, '', '1', 'a', [1], { value: 1 }]
const NOT_LIST = [null, {}, true, false, 0, '', 'a', { 0: 'a', length: 1 }]
const NOT_SAYING = ['', ' ', '\u3000\u00a0', '\ufeff']
const NOT_ONE_LINE = ['a\nb', 'a\tb', 'a\rb', 'a\u0085b', 'a\u2028b']
const NOT_LINK = [
  ' JavaScript:alert(1)',
  ...'example.org //example.org/x /x https:// ftp://example.org/x javascript:alert(1) data:text/html,x'.split(' '),
  ...'mailto:a@example.org https://a:b@example.org https://user@example.org'.split(' '),
  'http://exa mple.org',
]
const NOT_SCORE = [...NOT_NUMBER, -1e-9, 1.000_000_1, 2, 10, -1, 1e308]
const NOT_ID = ['', 'p', 'P1', '1', 'p1 ', ' p1', 'p1\n', 'p-1', 'p1.5', 'p1234567890123456', 'p１', 'pp1']

const tooLong = (max: number): string[] => ['a', '😀'].map((unit) => unit.repeat(max + 1))
const tooMany = (max: number): string[][] => [Array.from({ length: max + 1 }, (_, at) => `entry ${at}`)]
const notLine = (max: number): unknown[] => [...NOT_TEXT, ...NOT_ONE_LINE, ...tooLong(max)]
const notBlock = (max: number): unknown[] => [...NOT_TEXT, ...tooLong(max)]

/** Values that are wrong in a field regardless of the others; `undefined` leaves the field out. */
const wrongValues: Record<string, unknown[]> = {
  id: [undefined, ...NOT_TEXT, ...NOT_ID],
  title: [undefined, ...notLine(1_000), ...NOT_SAYING],
  authors: [undefined, [], ...NOT_LIST, ...tooMany(2_000)],
  year: [undefined, ...NOT_NUMBER, '2024', 1799, 2028, 2024.5, -2024, 1e308, 2 ** 53],
  institution: notLine(500),
  url: [...notLine(2_048), ...NOT_LINK],
  abstract: notBlock(50_000),
  chapter: [...NOT_NUMBER, 0, 8, -1, 1.5, 1e9],
  longHorizonScore: NOT_SCORE,
  enterpriseScore: NOT_SCORE,
  topics: [...NOT_LIST, ...tooMany(100)],
  concepts: [...NOT_LIST, ...tooMany(100)],
  frameworkMappings: [...NOT_LIST, ...tooMany(100)],
  houseCommentary: notBlock(50_000),
  storageUrl: [...notLine(2_048), ...NOT_LINK],
  type: [...NOT_TEXT, '', 'Survey', 'survey ', 'case study', 'toString'],
  fullText: NOT_TEXT,
}

/** Lists whose entries are lines, with the length that one may have. */
const entryLengths = { authors: 300, topics: 200, concepts: 200, frameworkMappings: 200 }
const TEXTS = ['id', 'title', 'institution', 'url', 'abstract', 'houseCommentary', 'storageUrl', 'type', 'fullText']

/** Every known wrong value of every field and of every list's entries. */
export const knownInvalidFields: InvalidField[] = [
  ...Object.entries(wrongValues).flatMap(([field, values]) => values.map((value) => ({ field, value, at: field }))),
  ...Object.entries(entryLengths).flatMap(([field, longest]) =>
    [...notLine(longest), ...NOT_SAYING].map((value) => ({ field, value: ['good', value], at: `${field}.1` })),
  ),
]

const illegalEntry = fc
  .tuple(fc.constantFrom(...Object.keys(entryLengths)), fc.array(fullLine(30), { maxLength: 3 }), illegalText)
  .map(([field, before, wrong]): InvalidField => ({
    field,
    value: [...before, wrong],
    at: `${field}.${before.length}`,
  }))

/** An error in one field: a known wrong value, or a text that cannot be stored. */
export const anyInvalidField: Arbitrary<InvalidField> = weighted(
  [3, fc.constantFrom(...knownInvalidFields)],
  [2, fc.tuple(fc.constantFrom(...TEXTS), illegalText).map(([field, value]) => ({ field, value, at: field }))],
  [1, illegalEntry],
)

const someWords = (most: number): Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        weighted(
          [20, fc.constantFrom(...vocabulary)],
          [1, fc.constantFrom('unique', 'Zürich', '"quoted"', 'a-b-c', '-minus', '学', '２０２４')],
        ),
        fc.constantFrom(' ', ' ', ' ', ', ', '-', '. ', '/', ': ', '\u00a0', ''),
      ),
      { minLength: 1, maxLength: most },
    )
    .map((parts) => parts.flat().join(''))

export const collidingScores = [0, 0.000_001, 0.3, 0.5, 0.5, 0.500_001, 0.820_001, 0.999_999, 1]

/** Papers of few words, scores and chapters, so that words collide and scores are tied. */
export const collidingPaper = fc.record(
  {
    title: someWords(6),
    authors: fc.array(someWords(3), { minLength: 1, maxLength: 3 }),
    year: fc.integer({ min: 2015, max: 2026 }),
    abstract: someWords(25),
    topics: fc.array(someWords(2), { maxLength: 3 }),
    chapter: fc.integer({ min: 1, max: 7 }),
    type: fc.constantFrom(...researchTypes),
    longHorizonScore: fc.constantFrom(...collidingScores),
  },
  { requiredKeys: ['title', 'authors', 'year'], noNullPrototype: true },
)

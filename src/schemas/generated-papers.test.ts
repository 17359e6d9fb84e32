import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../test/support/generated/any-text.ts'
import { leastPaper, wholePaper } from '../../test/support/service/papers.ts'
import { now, paperWith, parsed } from '../../test/support/schemas/parsed-papers.ts'
import { publicationKinds, type Bibliography } from '#core/papers/bibliography.ts'
import { researchTypes, type PaperWithText } from '#core/papers/paper.ts'
import { normalizeText, textError } from '#core/text/normalize-text.ts'
import { linkError } from '#core/papers/identifiers.ts'
import { parsePaper, presentFullPaper, presentPaperFields } from './paper-schema.ts'

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

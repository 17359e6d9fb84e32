import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../test/support/generated/text.ts'
import { leastPaper, wholePaper } from '../../test/support/service/papers.ts'
import { messages, now, paperWith, parsed } from '../../test/support/parsed-papers.ts'
import { noBibliography, publicationKinds, type Bibliography } from '#core/papers/bibliography.ts'
import { researchTypes, type PaperWithText } from '#core/papers/paper.ts'
import { normalizeText, textError } from '#core/text/normalize-text.ts'
import { texName } from '#core/text/tex-text.ts'
import { linkError } from '#core/papers/identifiers.ts'
import { abstractWriters, fullTextKinds, kindsOfTexts } from '#core/papers/text-kinds.ts'
import { parsePaper, presentFullPaper, presentPaperFields } from './paper-schema.ts'
import { budget } from '../../test/support/budgets.ts'

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

/** A text in its stored form, of at most this many characters. */
const stored = (form: 'line' | 'block', max: number) =>
  anyText
    .map((text) => normalizeText(text, form))
    .filter((text) => textError(text, form) === null && text.trim() !== '' && text.length <= max)

/** Such a text in a field where TeX becomes text: what is stored has been read already. */
const storedTex = (form: 'line' | 'block', max: number) =>
  stored(form, max)
    .map((text) => normalizeText(texName(text), form))
    .filter((text) => text.trim() !== '' && texName(text) === text && textError(text, form) === null)

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
  authorDetails: fc.constant([]),
  openAccess: fc.option(fc.record({ url: link, source: stored('line', 300) }, { noNullPrototype: true })),
  date: fc.option(pastDate),
  doi: fc.option(fc.nat().map((number) => `10.1000/x.${number}`)),
  arxivId: fc.option(fc.integer({ min: 10_000, max: 99_999 }).map((number) => `2405.${number}`)),
  container: fc.option(storedTex('line', 1_000)),
  volume: fc.option(stored('line', 100)),
  issue: fc.option(stored('line', 100)),
  pages: fc.option(stored('line', 100)),
  publisher: fc.option(storedTex('line', 500)),
  kind: fc.option(fc.constantFrom(...publicationKinds)),
  abstractBy: fc.constantFrom(...abstractWriters),
  fullTextKind: fc.constantFrom(...fullTextKinds),
  license: fc.option(stored('line', 500)),
}

const withSortedNames = (paper: PaperWithText): PaperWithText => ({
  ...paper,
  ...kindsOfTexts(paper),
  authorNames: [...new Set(paper.authors)]
    .slice(1)
    .map((name, index) => ({ name, family: name, given: index % 2 === 0 ? null : 'Ada' })),
  authorDetails: paper.authors.slice(1).map((name, index) => ({
    position: index + 2,
    name,
    orcid: index % 2 === 0 ? null : '0000-0002-1825-0097',
    affiliations: index % 2 === 0 ? [name] : [],
  })),
})

const anyPaper: fc.Arbitrary<PaperWithText> = fc
  .record(
    {
      ...bibliography,
      id: fc.nat({ max: 999_999_999 }).map((number) => `p${number}`),
      title: storedTex('line', 1_000),
      authors: fc.array(storedTex('line', 300), { minLength: 1, maxLength: 5 }),
      year: fc.integer({ min: 1_800, max: 2_027 }),
      institution: fc.option(storedTex('line', 500)),
      url: fc.option(link),
      abstract: fc.option(storedTex('block', 50_000)),
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

test('TeX in titles, names, abstracts and venues becomes text; mathematics and all other fields stay as they are', () => {
  const given = {
    title: String.raw`{\LaTeX} and \emph{agents}: $\tau^2$ -- a~study`,
    authors: [String.raw`Ada M{\"u}ller`, 'Ben Sample'],
    authorNames: [{ name: String.raw`Ada M{\"u}ller`, family: String.raw`M{\"u}ller`, given: 'Ada' }],
    authorDetails: [{ name: String.raw`Ada M{\"u}ller`, affiliations: [String.raw`Universit\'e de Li\`ege`] }],
    institution: String.raw`ETH Z{\"u}rich`,
    abstract: String.raw`We gain 5\% --- or $5 of $10.`,
    container: String.raw`Advances in \textsc{Agents} \& Tools`,
    houseCommentary: String.raw`A \emph{fine} paper.`,
    fullText: String.raw`M{\"u}ller`,
    topics: [String.raw`\emph{x}`],
  }
  const paper = paperWith(given)
  assert.equal(paper.title, String.raw`LaTeX and agents: $\tau^2$ -- a study`)
  assert.deepEqual(paper.authors, ['Ada Müller', 'Ben Sample'])
  assert.deepEqual(paper.authorNames, [{ name: 'Ada Müller', family: 'Müller', given: 'Ada' }])
  assert.deepEqual(paper.authorDetails, [
    { position: 1, name: 'Ada Müller', orcid: null, affiliations: ['Université de Liège'] },
  ])
  assert.equal(paper.institution, 'ETH Zürich')
  assert.equal(paper.abstract, 'We gain 5% — or $5 of $10.')
  assert.equal(paper.container, 'Advances in Agents & Tools')
  assert.equal(paper.commentary, given.houseCommentary)
  assert.equal(paper.fullText, given.fullText)
  assert.deepEqual(paper.topics, given.topics)
  assert.match(messages({ title: String.raw`\emph{}` }).join(), /must not be empty/u)
})

test('what is presented is read back as the same paper, also through JSON', () => {
  fc.assert(
    fc.property(anyPaper, (paper) => {
      const form = presentFullPaper(paper)
      const sent: unknown = JSON.parse(JSON.stringify(form))
      assert.deepEqual(sent, form)
      assert.deepEqual(parsed(sent), { paper, ignored: [] })
    }),
    { numRuns: budget('properties') },
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

const kindsIn = (given: Record<string, unknown>) => {
  const { abstractBy, fullTextKind } = parsed(leastPaper(given)).paper
  return [abstractBy, fullTextKind]
}

test('a text is by the authors, or the text of the paper, unless it is said to be otherwise', () => {
  const texts = { abstract: 'What it shows.', fullText: 'What we noted.' }
  assert.deepEqual(kindsIn(texts), ['authors', 'text'])
  assert.deepEqual(kindsIn({ ...texts, abstractBy: 'authors', fullTextKind: 'text' }), ['authors', 'text'])
  assert.deepEqual(kindsIn({ ...texts, abstractBy: 'editors', fullTextKind: 'note' }), ['editors', 'note'])
  assert.deepEqual(kindsIn({ abstractBy: 'editors', fullTextKind: 'note' }), ['authors', 'text'], 'there is no text')
  const shown = presentFullPaper(parsed(leastPaper({ ...texts, abstractBy: 'authors', fullTextKind: 'note' })).paper)
  assert.deepEqual([shown.abstractBy, shown.fullTextKind], [undefined, 'note'])
})

test('any input is read, or its errors are reported', () => {
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
    { numRuns: budget('properties') },
  )
})

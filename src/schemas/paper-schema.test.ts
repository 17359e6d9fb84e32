import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper, wholePaper } from '../../test/support/service/papers.ts'
import { messages, now, paperWith, parsed } from '../../test/support/schemas/parsed-papers.ts'
import { noBibliography } from '#core/papers/bibliography.ts'
import { parsePaper } from './paper-schema.ts'

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

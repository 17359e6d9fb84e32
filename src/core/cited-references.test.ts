import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  matchReference,
  matchShortReference,
  type KnownPaper,
  parseReference,
  searchedFor,
} from './cited-references.ts'
import { textKey } from './text/tokenize.ts'
import { costlyTexts } from '../../test/support/generated/costly-texts.ts'
import { normalizedCharacters } from '../../test/support/normalized-characters.ts'

const paper = (id: string, title: string, arxivId: string): KnownPaper => ({
  id,
  title,
  otherTitle: null,
  year: 2022,
  authors: ['Ada Example'],
  doi: null,
  arxivId,
  state: 'accepted',
})
const plans = paper('p1', 'Plans that hold for days', '2210.03629')
const walks = paper('p2', 'Robots that walk far away', '2305.17390')

const match = (arxivId: string, found: KnownPaper[]) =>
  matchReference(parseReference(`Example, A. (2022). Plans that hold for days. arXiv:${arxivId}`), found)

test('a title with the identifier of another paper is ambiguous, with its own or an unknown one clear', () => {
  const contradicted = match('2305.17390', [walks, plans])
  assert.deepEqual(
    [contradicted.result, contradicted.matches.map(({ paper: { id } }) => id)],
    ['ambiguous', ['p1', 'p2']],
  )
  assert.equal(match('2210.03629', [plans]).result, 'in_corpus')
  assert.equal(match('1701.00001', [plans]).result, 'in_corpus')
})

const parsedPaper: KnownPaper = {
  id: 'p1',
  title: 'SwiftSage: A Generative Agent, with Fast and Slow Thinking',
  otherTitle: null,
  year: 2023,
  authors: ['Bill Yuchen Lin', 'Zoë Ångström'],
  doi: '10.1000/swift',
  arxivId: '2305.17390',
  state: 'accepted',
}

test('a title is found in a printed reference, with its commas and colons', () => {
  const texts = [
    'Lin, B. Y., et al. (2023). SwiftSage: A Generative Agent, with Fast and Slow Thinking. NeurIPS 36.',
    '[12] B. Y. Lin. “Swiftsage: a generative agent, with fast and slow thinking,” in Proc. NeurIPS, 2023, pp. 1–12.',
    'SwiftSage: A Generative Agent, with Fast and Slow Thinking',
  ]
  for (const text of texts) {
    assert.ok(parseReference(text).titleKeys.includes('swiftsage a generative agent with fast and slow thinking'), text)
    const { result, matches } = matchReference(parseReference(text), [parsedPaper])
    assert.deepEqual([result, matches[0]?.differs], ['in_corpus', []], text)
  }
})

test('a DOI, an arXiv id and an entry in BibTeX are read in every form', () => {
  assert.equal(parseReference('https://doi.org/10.1000/Swift').doi, '10.1000/swift')
  for (const text of ['2305.17390', 'arXiv:2305.17390v2', 'https://arxiv.org/abs/2305.17390'])
    assert.equal(parseReference(text).arxivId, '2305.17390', text)
  const bibtex = String.raw`@inproceedings{lin23, author = "Lin, Bill and {\AA}ngstr{\"o}m, Zo\"e", title = {{SwiftSage}: A Generative {Agent}, with Fast and Slow Thinking}, year = 2023, eprint={2305.17390}}`
  const read = parseReference(bibtex)
  assert.deepEqual(
    [read.titleKeys, read.years, read.arxivId],
    [['swiftsage a generative agent with fast and slow thinking'], [2023], '2305.17390'],
  )
  assert.equal(matchReference(read, [parsedPaper]).matches[0]?.confidence, 1)
})

test('what contradicts lowers the confidence, and an identifier with another title is ambiguous', () => {
  const invented = 'Smith, J. (2019). A survey of walking robots. https://doi.org/10.1000/swift'
  const { result, matches } = matchReference(parseReference(invented), [parsedPaper])
  assert.deepEqual([result, matches[0]?.differs], ['ambiguous', ['title', 'year', 'authors']])
  const text = 'Lin, B. (2019). SwiftSage: A Generative Agent, with Fast and Slow Thinking.'
  assert.deepEqual(matchReference(parseReference(text), [parsedPaper]).matches[0]?.differs, ['year'])
  const twins = matchReference(parseReference(parsedPaper.title), [
    parsedPaper,
    { ...parsedPaper, id: 'p2', year: 2024 },
  ])
  assert.deepEqual([twins.result, twins.matches.length], ['ambiguous', 2])
  assert.deepEqual(matchReference(parseReference('Anything at all'), []), { result: 'absent', matches: [] })
})

const LONGEST = 10_000
/** Twice 2,000 characters of 18 each, and the joined words twice more; with room for what is small. */
const MAX_NORMALIZED = 160_000

test('each word of a reference is folded once, and only of as much as a reference has', async () => {
  const hostile = Object.entries(costlyTexts).flatMap(([name, text]): [string, string][] => [
    [name, text(LONGEST)],
    [`${name} in many pieces`, Array.from({ length: 24 }, () => text(LONGEST / 25)).join('. ')],
    [`${name} in BibTeX`, `@misc{a, title = {${text(LONGEST / 3)}}, author = {${text(LONGEST / 3)}}}`],
  ])
  const paper = { ...parsedPaper, title: 'x'.repeat(900), authors: Array.from({ length: 2_000 }, (_, at) => `Ü ${at}`) }
  for (const [name, text] of hostile) {
    const count = await normalizedCharacters(() => matchReference(parseReference(text), [paper]))
    assert.ok(count < MAX_NORMALIZED, `${name}: ${count}`)
  }
  // As it was: every run of up to six pieces folded anew.
  const pieces = Array.from({ length: 24 }, () => '\ufdfa '.repeat(200))
  const foldsEveryRun = (): unknown =>
    pieces.map((_, from) =>
      pieces.slice(from, from + 6).map((__, more) => textKey(pieces.slice(from, from + more + 1).join(' '))),
    )
  assert.ok((await normalizedCharacters(foldsEveryRun)) > MAX_NORMALIZED)
})

test('a title is found in the first 2,000 characters of a reference, and an identifier anywhere', () => {
  const long = `${'Somebody, S. '.repeat(30)}2023`
  assert.equal(match('2305.17390', [walks]).matches[0]?.by, 'arxiv')
  assert.ok(!parseReference(`${long}. ${'x '.repeat(1_000)}. Plans that hold for days`).words.has('plans'))
  assert.equal(parseReference(`${'x '.repeat(4_000)} doi:10.1000/swift`).doi, '10.1000/swift')
})

const called = (id: string, title: string, authors: string[], year: number): KnownPaper => ({
  ...parsedPaper,
  id,
  title,
  authors,
  year,
})
const library = [
  called('p1', 'Reflexion: Language Agents with Verbal Reinforcement Learning', ['Noah Shinn', 'Shunyu Yao'], 2023),
  called('p2', 'ReAct: Synergizing Reasoning and Acting', ['Shunyu Yao', 'Jeffrey Zhao'], 2022),
  called('p3', 'WebShop: Towards Web Interaction', ['Shunyu Yao', 'Howard Chen'], 2022),
  called('p4', 'Measuring AI Ability to Complete Long Software Tasks', ['Thomas Kwa'], 2025),
]

test('a short reference means what its short title, names and year fit, and candidates where it is not sure', () => {
  const meant: Record<string, [result: string, ids: string[]]> = {
    'Shinn et al., Reflexion, NeurIPS 2023': ['in_corpus', ['p1']],
    'ReAct (Yao et al., 2023)': ['in_corpus', ['p2']],
    'Shinn on Reflexion': ['in_corpus', ['p1']],
    Reflexion: ['ambiguous', ['p1']],
    'Reflexion, 1987': ['absent', []],
    'Yao et al., 2022': ['ambiguous', ['p2', 'p3']],
    'Yao et al., 2021': ['absent', []],
    'Zhao 2022': ['absent', []],
    'Kwa et al. Measuring AI Ability to Complete Long Tasks. 2025': ['ambiguous', ['p4']],
    'Kwa et al. Measuring AI Ability. 2025': ['ambiguous', ['p4']],
    'A reflexion on markets. Smith, 2023': ['absent', []],
  }
  for (const [text, [result, ids]] of Object.entries(meant)) {
    const found = matchShortReference(parseReference(text), library)
    assert.deepEqual([found.result, found.matches.map(({ paper: { id } }) => id)], [result, ids], text)
  }
})

test('a short reference is searched by its words without the year, one with an identifier not at all', () => {
  assert.deepEqual(searchedFor(parseReference('Shinn et al., Reflexion, NeurIPS 2023')), {
    text: 'shinn reflexion neurips',
    year: 2023,
  })
  assert.equal(searchedFor(parseReference('2019 or 2020'))?.year, null)
  for (const text of ['Reflexion. arXiv:2303.11366', '10.1000/none', '2023', '…'])
    assert.equal(searchedFor(parseReference(text)), null, text)
  const long = searchedFor(parseReference(Array.from({ length: 900 }, (_, word) => `word${word}`).join(' ')))
  assert.equal(long?.text.split(' ').length, 40)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchReference, type KnownPaper } from './match-reference.ts'
import { parseReference } from './parse-reference.ts'

const paper: KnownPaper = {
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
    const { result, matches } = matchReference(parseReference(text), [paper])
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
  assert.equal(matchReference(read, [paper]).matches[0]?.confidence, 1)
})

test('what contradicts lowers the confidence, and an identifier with another title is ambiguous', () => {
  const invented = 'Smith, J. (2019). A survey of walking robots. https://doi.org/10.1000/swift'
  const { result, matches } = matchReference(parseReference(invented), [paper])
  assert.deepEqual([result, matches[0]?.differs], ['ambiguous', ['title', 'year', 'authors']])
  const text = 'Lin, B. (2019). SwiftSage: A Generative Agent, with Fast and Slow Thinking.'
  assert.deepEqual(matchReference(parseReference(text), [paper]).matches[0]?.differs, ['year'])
  const twins = matchReference(parseReference(paper.title), [paper, { ...paper, id: 'p2', year: 2024 }])
  assert.deepEqual([twins.result, twins.matches.length], ['ambiguous', 2])
  assert.deepEqual(matchReference(parseReference('Anything at all'), []), { result: 'absent', matches: [] })
})

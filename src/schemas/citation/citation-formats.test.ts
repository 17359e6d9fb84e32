import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Cite } from '@citation-js/core'
import '@citation-js/plugin-bibtex'
import '@citation-js/plugin-ris'
import { noBibliography } from '#core/papers/bibliography.ts'
import type { Paper } from '#core/papers/paper.ts'
import { bibtex } from './bibtex.ts'
import { cslItem, cslJson } from './csl-json.ts'
import { copiedCitations, markdownCitation } from './copied-citations.ts'
import { personName, plainCitation, referenceOf } from './reference.ts'
import { ris } from './ris.ts'
import { budget } from '../../../test/support/budgets.ts'

const paper = (given: Partial<Paper> = {}): Paper => ({
  id: 'p12',
  title: 'ReAct: Synergizing reasoning and acting',
  authors: ['Shunyu Yao', 'Ludwig van der Berg', 'OpenAI'],
  year: 2022,
  institution: 'Princeton University',
  url: 'https://arxiv.org/abs/2210.03629v3',
  abstract: 'One paragraph.\n\nAnother one.',
  chapter: 1,
  type: 'empirical',
  longHorizon: null,
  enterprise: null,
  topics: ['foundations'],
  concepts: ['reasoning and acting'],
  frameworks: [],
  commentary: null,
  storageUrl: null,
  ...noBibliography,
  ...given,
})

const reference = (given: Partial<Paper> = {}) => referenceOf(paper(given), 'https://library.example/papers/p12')

/** The first item that an independent program reads out of a text. */
const readBack = (text: string): Record<string, unknown> => new Cite(text).data[0] ?? {}

/** Citation.js marks protected capitals and formulas by elements. */
const plainText = (value: unknown): string => String(value).replaceAll(/<[^>]+>/gu, '')

test('names are split as bibliographies sort them', () => {
  const cases: [string, ReturnType<typeof personName>][] = [
    ['Shunyu Yao', { family: 'Yao', given: 'Shunyu' }],
    ['Ludwig van der Berg', { family: 'van der Berg', given: 'Ludwig' }],
    ['Sydney Von Arx', { family: 'Von Arx', given: 'Sydney' }],
    ['Ana de la Cruz', { family: 'de la Cruz', given: 'Ana' }],
    ['Quoc Le', { family: 'Le', given: 'Quoc' }],
    ['van Berg', { family: 'Berg', given: 'van' }],
    ['Yao, Shunyu', { family: 'Yao', given: 'Shunyu' }],
    ['OpenAI', { literal: 'OpenAI' }],
    ['王伟', { literal: '王伟' }],
    ['Acme, Inc.', { literal: 'Acme, Inc.' }],
    ['Smith, John, Jr.', { literal: 'Smith, John, Jr.' }],
  ]
  for (const [text, expected] of cases) assert.deepEqual(personName(text), expected, text)
})

test('BibTeX is read back by an independent program as what was written', () => {
  const item = readBack(bibtex(reference()))
  assert.equal(plainText(item.title), 'ReAct: Synergizing reasoning and acting')
  assert.deepEqual(item.author, [
    { given: 'Shunyu', family: 'Yao' },
    { given: 'Ludwig', 'non-dropping-particle': 'van der', family: 'Berg' },
    { family: 'OpenAI' },
  ])
  assert.equal(item.URL, 'https://arxiv.org/abs/2210.03629v3')
  assert.equal(item.abstract, 'One paragraph. Another one.')
  assert.equal(item['citation-key'], 'yao2022p12')
  assert.deepEqual(item.issued, { 'date-parts': [[2022]] })
})

test('BibTeX and RIS name authors by the parts that sort them, even where programs disagree about particles and hyphens', () => {
  const authors = ['Sydney Von Arx', 'Hung-yi Lee', 'Teun van der Weij']
  assert.match(bibtex(reference({ authors })), /author = \{Von Arx, Sydney and Lee, Hung-yi and van der Weij, Teun\},/u)
  assert.deepEqual(readBack(bibtex(reference({ authors }))).author, [
    { given: 'Sydney', family: 'Von Arx' },
    { given: 'Hung-yi', family: 'Lee' },
    { given: 'Teun', 'non-dropping-particle': 'van der', family: 'Weij' },
  ])
  const written = [...ris(reference({ authors })).matchAll(/^AU {2}- (?<name>.*)\r$/gmu)].map(
    ({ groups }) => groups?.name,
  )
  assert.deepEqual(written, ['Von Arx, Sydney', 'Lee, Hung-yi', 'van der Weij, Teun'])
})

test('BibTeX keeps capitals and formulas, and nothing in a text can end the entry', () => {
  assert.match(
    bibtex(reference({ title: '$\\tau^2$-Bench for LLMs' })),
    /title = \{\$\\tau\^2\$-Bench for \{LLMs\}\},/u,
  )
  const nasty = '} , url = {https://evil.example/}, 50% of $5 and $10 {open \\ ~ ^ # & _ @misc{x, title={y}}'
  const text = bibtex(reference({ title: nasty, authors: ['Ann and Bob', nasty], abstract: nasty, url: null }))
  const items = new Cite(text).data
  assert.equal(items.length, 1)
  assert.equal(items[0]?.URL, 'https://library.example/papers/p12')
  assert.equal(plainText(items[0]?.title), nasty)
  assert.equal((items[0]?.author as unknown[] | undefined)?.length, 2)
})

test('no text brings a command into BibTeX that does more than set mathematics', () => {
  const piece = fc.constantFrom(
    '$',
    '\\',
    '{',
    '}',
    '^^',
    '^',
    '_',
    '%',
    ' ',
    'x',
    '5c',
    'input',
    'write18',
    'alpha',
    '#',
    '@',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const entry = bibtex(reference({ title: text, authors: [text], abstract: text, topics: [text] }))
      assert.doesNotMatch(entry, /\\(?:input|write|x|c)(?![a-z])|\^\^/u, text)
    }),
    { numRuns: budget('cheapProperties') },
  )
  assert.match(bibtex(reference({ title: '$\\input{/etc/passwd}$' })), /title = \{\\\$\\textbackslash\{\}input/u)
})

test('RIS is read back by an independent program as what was written', () => {
  const text = ris(reference({ url: 'https://doi.org/10.1000/ABC', abstract: 'One\nER  - \nTY  - JOUR' }))
  assert.equal(text.match(/^TY {2}- /gmu)?.length, 1)
  assert.ok(text.endsWith('ER  - \r\n'))
  const item = readBack(text)
  assert.equal(item.title, 'ReAct: Synergizing reasoning and acting')
  assert.equal(item.DOI, '10.1000/abc')
  assert.equal(item.abstract, 'One ER - TY - JOUR')
  assert.deepEqual((item.author as unknown[])[0], { family: 'Yao', given: 'Shunyu' })
  assert.match(ris(reference()), /^TY {2}- MANSCPT\r\nM3 {2}- Preprint\r\n/u)
  assert.match(ris(reference({ url: 'https://doi.org/10.1000/ABC' })), /^TY {2}- GEN\r\n/u)
  assert.match(ris(reference({ url: 'https://aclanthology.org/2023.acl-long.1' })), /^TY {2}- CPAPER\r\n/u)
  assert.match(ris(reference({ type: 'dataset' })), /^TY {2}- DATA\r\n/u)
})

test('what Zotero takes from nowhere else is where it looks: data sets, files, and DOIs of what has no field for one', () => {
  const given = { doi: '10.1000/x_y', storageUrl: 'https://example.org/a_b.pdf' }
  assert.match(bibtex(reference({ type: 'dataset' })), /^@misc\{.*\n {2}type = \{Dataset\},/msu)
  assert.match(bibtex(reference(given)), /\n {2}pdf = \{https:\/\/example\.org\/a_b\.pdf\},\n/u)
  assert.match(
    ris(reference({ ...given, kind: 'book' })),
    /\r\nDO {2}- 10\.1000\/x_y\r\nM2 {2}- DOI: 10\.1000\/x_y\r\n/u,
  )
  for (const kind of ['journal-article', 'conference-paper', 'dataset', 'other'] as const)
    assert.doesNotMatch(ris(reference({ ...given, kind })), /^M2/mu)
  assert.doesNotMatch(ris(reference()), /^M2/mu)
})

test('CSL-JSON names the parts by their standard names', () => {
  assert.deepEqual(JSON.parse(cslJson(reference())), [
    {
      id: 'yao2022p12',
      type: 'article',
      title: 'ReAct: Synergizing reasoning and acting',
      author: [{ family: 'Yao', given: 'Shunyu' }, { family: 'van der Berg', given: 'Ludwig' }, { literal: 'OpenAI' }],
      issued: { 'date-parts': [[2022]] },
      URL: 'https://arxiv.org/abs/2210.03629v3',
      publisher: 'Princeton University',
      archive: 'arXiv',
      number: 'arXiv:2210.03629',
      abstract: 'One paragraph. Another one.',
      keyword: 'foundations, reasoning and acting',
    },
  ])
  const least = cslItem(reference({ institution: null, url: null, abstract: null, topics: [], concepts: [] }))
  assert.deepEqual(Object.keys(least), ['id', 'type', 'title', 'author', 'issued', 'URL'])
  assert.equal(cslItem(reference({ authors: ['王伟'] })).id, 'paper2022p12')
})

test('a plain citation names many authors as styles do', () => {
  assert.equal(
    plainCitation(reference()),
    'Shunyu Yao, Ludwig van der Berg and OpenAI (2022). ReAct: Synergizing reasoning and acting. Princeton University. https://arxiv.org/abs/2210.03629v3',
  )
  const many = Array.from({ length: 573 }, (_, index) => `Ada Author${index + 1}`)
  assert.match(plainCitation(reference({ authors: many })), /Ada Author19, … Ada Author573 \(2022\)/u)
  assert.match(
    plainCitation(reference({ title: 'Why?', institution: null, url: 'https://doi.org/10.1000/X' })),
    /\(2022\)\. Why\? https:\/\/doi\.org\/10\.1000\/x$/u,
  )
})

test('a citation is copied in six forms, and those with a file are the same as the file', () => {
  const cited = reference({ doi: '10.1000/(a)b' })
  assert.deepEqual(
    copiedCitations.map(({ name }) => name),
    ['Text', 'BibTeX', 'RIS', 'CSL-JSON', 'Markdown', 'Link'],
  )
  const written = new Map(copiedCitations.map(({ name, write }) => [name, write(cited)]))
  assert.equal(written.get('Text'), plainCitation(cited))
  assert.equal(written.get('BibTeX'), bibtex(cited))
  assert.equal(written.get('Link'), 'https://doi.org/10.1000/(a)b')
})

test('in Markdown the title is the link, and no field is markup', () => {
  assert.equal(
    markdownCitation(reference({ authors: ['Ada *Example*'], title: 'Is [this] a link?', container: 'A_B_C' })),
    String.raw`Ada \*Example\* (2022). [Is \[this\] a link?](https://arxiv.org/abs/2210.03629v3) *A\_B\_C*.`,
  )
  assert.match(markdownCitation(reference({ doi: '10.1000/(a)b' })), /\]\(<https:\/\/doi\.org\/10\.1000\/\(a\)b>\)/u)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doSteps } from '#core/steps.ts'
import { readReport } from './read-report.ts'

const read = (text: string) => doSteps(readReport(text, 'https://library.example'))

/** Each citation with its line, in words. */
const cited = (text: string): string[] => {
  const { citations, lineAt } = read(text)
  return citations.map(({ work, start }) => {
    const line = lineAt(start)
    if (work.by === 'id') return `${line} ${work.id}`
    if (work.by === 'names')
      return `${line} ${work.names.authors.join('+')}${work.names.hasOthers ? '+' : ''} ${work.names.year}`
    if (work.by === 'entry') return `${line} [${work.name}]`
    if (work.by === 'address') return `${line} ${work.url}`
    return `${line} ${work.doi ?? `${work.arxivId ?? ''}${work.arxivVersion === null ? '' : `v${work.arxivVersion}`}`}`
  })
}

test('ids are read in brackets, with words that they quote, and from addresses of this library', () => {
  assert.deepEqual(cited('Agents plan [p19], [p2, p3; p4] and (p5).\nSee [p6 "a few words, they say"].'), [
    '1 p19',
    '1 p2',
    '1 p3',
    '1 p4',
    '1 p5',
    '2 p6',
  ])
  assert.deepEqual(cited('See https://library.example/papers/p7 and [this paper](/papers/p8).'), ['1 p7', '1 p8'])
  assert.deepEqual(cited('The p99 latency, a p19 of 3 ms, `[p1]` and https://other.example/papers/p7.'), [
    '1 https://other.example/papers/p7',
  ])
})

test('names and years are read within brackets and in sentences', () => {
  assert.deepEqual(cited('(Yao et al., 2023)'), ['1 Yao+ 2023'])
  assert.deepEqual(cited('(see Yao et al., 2023a; Shinn and Labash, 2024, p. 4; cf. Wang, Li, & Chen, 2025)'), [
    '1 Yao+ 2023',
    '1 Shinn+Labash 2024',
    '1 Wang+Li+Chen 2025',
  ])
  assert.deepEqual(cited('In Yao et al. (2023), as van der Berg and O’Neil (2021, p. 3) and Simon (1996) say.'), [
    '1 Yao+ 2023',
    '1 van der Berg+O’Neil 2021',
    '1 Simon 1996',
  ])
  assert.deepEqual(cited('Yao et al. 2023 and Wang et al. (2022, 2024)'), [
    '1 Yao+ 2023',
    '1 Wang+ 2022',
    '1 Wang+ 2024',
  ])
})

test('identifiers and addresses are read, with versions and without the punctuation after them', () => {
  assert.deepEqual(
    cited('See arXiv:2210.03629v2, doi:10.1000/abc.1, (10.1000/d(1)2) and https://arxiv.org/abs/2303.11366v1.'),
    ['1 2210.03629v2', '1 10.1000/abc.1', '1 10.1000/d(1)2', '1 2303.11366v1'],
  )
  assert.deepEqual(cited('[ReAct](https://doi.org/10.1000/x "A title") and <https://example.org/a_b>.'), [
    '1 10.1000/x',
    '1 https://example.org/a_b',
  ])
})

test('names right before an identifier belong to it', () => {
  const { citations } = read(
    'Yao et al. (2023) [p19] and Shinn et al. [p20], [Wang et al. (2024)](https://arxiv.org/abs/2401.00001).',
  )
  assert.deepEqual(
    citations.map(({ beside }) => beside),
    [
      { authors: ['Yao'], hasOthers: true, year: 2023, suffix: '' },
      { authors: ['Shinn'], hasOthers: true, year: null, suffix: '' },
      { authors: ['Wang'], hasOthers: true, year: 2024, suffix: '' },
    ],
  )
})

test('addresses of arXiv and DOIs may lack their beginning', () => {
  assert.deepEqual(cited('See arxiv.org/abs/2210.03629v2 and doi.org/10.1000/abc.'), [
    '1 2210.03629v2',
    '1 10.1000/abc',
  ])
})

test('what only looks like a citation is none', () => {
  const text = `In March (2023) and (Table 3, 2023), GPT-4 (2023), version 2.1 (2024), (ICLR 2024), (May 2024), the year 2023,
a range [0, 1] of [1] scores, 3.10.1/2 and v10.2, (Since 2021), "scare" quotes.

\`\`\`python
# Yao et al. (2023) [p19]
\`\`\`

<!-- [p19] -->`
  const { citations, quotations } = read(text)
  assert.deepEqual(
    citations.filter(({ isDoubtful }) => !isDoubtful).map(({ text: words }) => words),
    [],
  )
  assert.deepEqual(quotations, [])
})

test('entries of lists of references are read, and the marks that name them', () => {
  const text = `Agents plan [1], [2-3]; others do not.[^a] Keys work, too [@yao].

## References

[1] Yao, S. ReAct. 2023.
[2] Shinn, N. Reflexion: Language Agents
    with Verbal Reinforcement Learning. 2023.
[3] Wang, G. Voyager. 2023.

[^a]: Park et al. Generative Agents. 2023.

\`\`\`bibtex
@article{yao,
  title = {ReAct},
  year = {2023}
}
\`\`\`
`
  assert.deepEqual(cited(text), ['1 [1]', '1 [2]', '1 [3]', '1 [a]', '1 [yao]'])
  assert.deepEqual(cited('Park et al. [^a]: “words”.\n\n[^a]: Park et al. Generative Agents. 2023.'), ['1 [a]'])
  const { entries, lineAt } = read(text)
  assert.deepEqual(
    entries.map(({ name, start, text: entry, isBibtex }) => [lineAt(start), name, isBibtex ? 'BibTeX' : entry]),
    [
      [5, '1', 'Yao, S. ReAct. 2023.'],
      [6, '2', 'Shinn, N. Reflexion: Language Agents with Verbal Reinforcement Learning. 2023.'],
      [8, '3', 'Wang, G. Voyager. 2023.'],
      [10, 'a', 'Park et al. Generative Agents. 2023.'],
      [13, 'yao', 'BibTeX'],
    ],
  )
})

const entriesOf = (list: string): string[] => read(`Text.\n\n${list}`).entries.map(({ text }) => text)

test('lists of references may have numbers, dots, or nothing but lines', () => {
  const both = ['Yao, S. (2023). ReAct and more.', 'Shinn, N. (2023). Reflexion and more.']
  assert.deepEqual(entriesOf(`References\n\n1. ${both.join('\n2. ')}\n`), both)
  assert.deepEqual(entriesOf(`**Bibliography**\n\n- ${both.join('\n- ')}\n\n## Appendix\n\nText.`), both)
  assert.deepEqual(entriesOf(`REFERENCES\n${both.join('\n')}`), both)
  assert.deepEqual(entriesOf(`# Works cited\n\n${both.join('\n\n')}`), both)
})

const quoted = (text: string): [string, string[]][] =>
  read(text).quotations.map(({ words, citations }) => [
    words.replaceAll(/\s+/gu, ' '),
    citations.map((one) => one.text),
  ])

test('words in quotation marks belong to the citation that follows them, or to the nearest', () => {
  assert.deepEqual(
    quoted('They say that "agents plan before they act" [p1], while “others only act at once” (Yao et al., 2023).'),
    [
      ['agents plan before they act', ['[p1]']],
      ['others only act at once', ['Yao et al., 2023']],
    ],
  )
  assert.deepEqual(quoted('Yao et al. (2023) write: "agents plan\nbefore they act." Others [p2] do not.'), [
    ['agents plan before they act.', ['Yao et al. (2023)']],
  ])
  assert.deepEqual(quoted('It is so. "Agents plan before they act." [p1] Nobody says "that this is all there is".'), [
    ['Agents plan before they act.', ['[p1]']],
  ])
  assert.deepEqual(quoted('"Agents plan before they act" [p1, p2].'), [['Agents plan before they act', ['p1', 'p2']]])
})

test('short words in marks, and those in a sentence without a citation, are no quotations', () => {
  assert.deepEqual(quoted('So-called "agents" [p1] are "very smart".\n\nNobody says "that this is all there is".'), [])
  assert.deepEqual(quoted('As it says [p1 "two words"].'), [['two words', ['[p1 "two words"]']]])
})

test('a block quotation belongs to the citation in it, in the sentence before, or right after', () => {
  const words = 'Agents plan before they act, and they act before they plan.'
  const block = '> Agents plan before they act, and\n> they act before they plan.'
  assert.deepEqual(quoted(`${block}\n> — Yao et al. (2023)`), [[words, ['Yao et al. (2023)']]])
  assert.deepEqual(quoted(`${block} [p3]`), [[words, ['[p3]']]])
  assert.deepEqual(quoted(`Text. Yao et al. (2023) write:\n\n${block}`), [[words, ['Yao et al. (2023)']]])
  assert.deepEqual(quoted(`${block}\n\n(Yao et al., 2023)`), [[words, ['Yao et al., 2023']]])
  assert.deepEqual(quoted(`Text.\n\n${block}\n\nText.`), [])
  assert.deepEqual(quoted('> **Note:** we follow [p3] in all of this, as we must.'), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentMarkdown, readDocument } from './read-document.ts'
import { page, paragraph, positioned, printed } from '../../test/support/pdf.ts'
import type { PositionedText } from './document.ts'

test('parts become Markdown, references a list', () => {
  const text = documentMarkdown([
    { kind: 'heading', text: 'A title', level: 1 },
    { kind: 'paragraph', text: 'Text.' },
    { kind: 'heading', text: 'References', level: 2 },
    { kind: 'reference', text: '[1] One.' },
    { kind: 'reference', text: '[2] Two.' },
    { kind: 'paragraph', text: 'More.' },
  ])
  assert.equal(text, '# A title\n\nText.\n\n## References\n\n- [1] One.\n- [2] Two.\n\nMore.')
})

test('signs that Markdown would take for its own stay what they are', () => {
  const shown: [string, string][] = [
    ['a*b* and `code` and back\\slash', 'a\\*b\\* and \\`code\\` and back\\\\slash'],
    ['snake_case and _name_', 'snake_case and \\_name\\_'],
    ['<script> and a < b', '\\<script> and a < b'],
    ['see [1](2) and [3]', 'see [1]\\(2) and [3]'],
    ['[1]: what a definition would be', '[1]\\: what a definition would be'],
    ['# 1 of them', '\\# 1 of them'],
    ['- 5 degrees', '\\- 5 degrees'],
    ['1. first', '1\\. first'],
    ['AT&amp;T', 'AT\\&amp;T'],
  ]
  for (const [text, wanted] of shown) assert.equal(documentMarkdown([{ kind: 'paragraph', text }]), wanted)
})

const read = (text: PositionedText) => readDocument(text, 2027)
const textsOf = (text: PositionedText): string[] => read(text).parts.map((part) => part.text)

/** Lines of the left and of the right column, written row by row as some programs do. */
const rowByRow = (left: string[], right: string[], y: number) => {
  const [first, second] = [printed(left, { y }), printed(right, { x: 315, y })]
  return first.flatMap((item, index) => [item, ...second.slice(index, index + 1)])
}

test('two columns are read one after the other, and a paragraph goes on in the next', () => {
  const left = [...paragraph('Left', 9), ...paragraph('Begun', 3)]
  left[left.length - 1] = 'this sentence goes on in the next col-'
  const right = ['umn and ends there.', ...paragraph('Right', 8)]
  const texts = textsOf(positioned([page(rowByRow(left, right, 100))]))
  assert.deepEqual(
    texts.map((text) => text.split(' ')[0]),
    ['Left', 'Begun', 'Right'],
  )
  assert.match(texts[1] ?? '', /goes on in the next column and ends there\.$/u)
})

test('lines across both columns come where they stand', () => {
  const wide = printed(
    ['A caption of a wide figure that is as long as both of the columns and their gutter, nearly.'],
    {
      y: 300,
    },
  )
  const items = [
    ...printed(paragraph('Above', 10), { y: 100 }),
    ...printed(paragraph('Beside', 10), { x: 315, y: 100 }),
    ...wide,
    ...printed(paragraph('Below', 10), { y: 330 }),
    ...printed(paragraph('Last', 10), { x: 315, y: 330 }),
  ]
  const first = textsOf(positioned([page(items)])).map((text) => text.split(' ')[0])
  assert.deepEqual(first, ['Above', 'Beside', 'A', 'Below', 'Last'])
})

test('a table is read row by row', () => {
  const cells = ['Name', 'First', 'Second', 'Third']
  const rows = Array.from({ length: 8 }, (_, row) =>
    cells.flatMap((cell, column) => printed([`${cell}${row}`], { x: 80 + column * 120, y: 100 + row * 12 })),
  )
  const [table = ''] = textsOf(positioned([page(rows.flat())]))
  assert.ok(table.startsWith('Name0 First0 Second0 Third0 Name1'), table)
})

test('running headers and numbers of pages are left out', () => {
  const pages = ['One', 'Two', 'Three', 'Four'].map((name, index) =>
    page([
      ...printed([`Journal of Plans 12 (2024) ${index + 1}`], { y: 40, size: 8 }),
      ...printed(paragraph(name, 20, 90), { y: 90 }),
      ...printed([String(index + 1)], { x: 300, y: 760 }),
    ]),
  )
  const texts = textsOf(positioned(pages))
  assert.equal(texts.length, 4)
  assert.ok(texts.every((text) => !/Journal of Plans|\d/u.test(text)))
})

test('notes and captions near the end of a paragraph that they interrupt stand behind it', () => {
  const broken = paragraph('Begun', 4, 90)
  broken[3] = 'a sentence that the bottom of the page does not end for it goes on behind all of the'
  const first = [...printed(broken, { y: 400 }), ...printed(['1 A note in small print.'], { y: 700, size: 8 })]
  const second = [
    ...printed(['Figure 1: A plan.'], { y: 100, size: 9 }),
    ...printed(['notes and captions.', ...paragraph('Next', 6, 90)], { y: 160 }),
  ]
  const texts = textsOf(positioned([page(first), page(second)]))
  assert.match(texts[0] ?? '', /goes on behind all of the notes and captions\.$/u)
  assert.deepEqual(texts.slice(1, 3), ['1 A note in small print.', 'Figure 1: A plan.'])
})

test('notes in the middle of a paragraph stand between its sentences', () => {
  const sentence = 'Here is one of the many sentences which this paragraph has, and all of them are alike.'
  const lines =
    Array<string>(8)
      .fill(sentence)
      .join(' ')
      .match(/.{1,80}(?: |$)/gu)
      ?.map((line) => line.trim()) ?? []
  const first = [
    ...printed(lines.slice(0, 4), { y: 640 }),
    ...printed(['1 A note in small print.'], { y: 700, size: 8 }),
  ]
  const texts = textsOf(positioned([page(first), page(printed(lines.slice(4), { y: 80 }))]))
  assert.deepEqual(texts, [
    Array(4).fill(sentence).join(' '),
    '1 A note in small print.',
    Array(4).fill(sentence).join(' '),
  ])
})

test('what interrupts a paragraph near its beginning stands before it', () => {
  const begun = ['these few words begin a long paragraph at the end of a page and go on behind the figure, with']
  const first = [
    ...printed(paragraph('Before', 5, 90), { y: 400 }),
    ...printed(begun, { y: 480 }),
    ...printed(['1 A note in small print.'], { y: 700, size: 8 }),
  ]
  const rest = printed(['all that it has to say of it.'], { y: 160 })
  const long = printed(paragraph('and', 6, 90), { y: 160 })
  const namesOf = (second: typeof rest): string[] =>
    textsOf(positioned([page(first), page(second)])).map((text) => text.split(' ')[0] ?? '')
  assert.deepEqual(namesOf(rest), ['Before', 'these', '1'])
  assert.deepEqual(namesOf(long), ['Before', '1', 'these'])
})

const paper = (): PositionedText =>
  positioned([
    page(
      [
        ...printed(['Proceedings of the 3rd Workshop on Plans, May 2024'], { y: 30, size: 8 }),
        ...printed(['Checkpoints for Agents', 'that Work for Days'], { x: 200, y: 90, size: 18, leading: 22 }),
        ...printed(['Ada Example1 and Bo Sample2'], { x: 220, y: 140, size: 12 }),
        ...printed(['1University of Somewhere, Oslo, Norway'], { x: 200, y: 156, font: 2 }),
        ...printed(['Abstract'], { x: 280, y: 180, font: 1 }),
        ...printed(paragraph('We', 5, 80), { x: 90, y: 200, size: 9, leading: 11 }),
        ...printed(['1 Introduction'], { y: 290, size: 12, font: 1 }),
        ...printed(paragraph('Agents', 6, 90), { y: 310 }),
        ...printed(['1.1 Plans'], { y: 400, font: 1 }),
        ...printed(paragraph('Plans', 6, 90), { y: 420 }),
        ...printed(['References'], { y: 520, size: 12, font: 1 }),
        ...printed(['A. Author. 2020. A first work that is so long that its', '  title is broken.'], { y: 540 }),
        ...printed(['B. Writer. 2021. Another one with a title that goes on', '  in the next line.'], { y: 564 }),
        ...printed(['https://doi.org/10.1000/plans.7'], { y: 770, size: 8 }),
      ],
      ['arXiv:2405.01234v2 [cs.AI] 7 May 2024'],
    ),
  ])

test('headings have levels, and references are a list apart', () => {
  const { parts, references } = read(paper())
  assert.deepEqual(
    parts.flatMap((part) => (part.kind === 'heading' ? [[part.level, part.text]] : [])),
    [
      [1, 'Checkpoints for Agents that Work for Days'],
      [2, 'Abstract'],
      [2, '1 Introduction'],
      [3, '1.1 Plans'],
      [2, 'References'],
    ],
  )
  assert.deepEqual(references, [
    'A. Author. 2020. A first work that is so long that its title is broken.',
    'B. Writer. 2021. Another one with a title that goes on in the next line.',
  ])
})

test('title, authors, year, identifiers and abstract are proposed', () => {
  const { abstract, ...proposal } = read(paper()).proposal
  assert.deepEqual(proposal, {
    title: 'Checkpoints for Agents that Work for Days',
    authors: ['Ada Example', 'Bo Sample'],
    year: 2024,
    arxivId: '2405.01234',
    doi: '10.1000/plans.7',
    license: null,
    unsure: [],
  })
  assert.match(abstract ?? '', /^We .*\.$/u)
})

test('what the file says of itself counts if the first page says so, too', () => {
  const said = { title: 'Checkpoints for agents that work for days', author: 'Ada Example, Bo Sample' }
  assert.equal(
    read({ ...paper(), info: { ...paper().info, ...said } }).proposal.title,
    'Checkpoints for Agents that Work for Days',
  )
  const wrong = { title: 'Microsoft Word - draft.doc', author: 'Secretary' }
  const { title, authors } = read({ ...paper(), info: { ...paper().info, ...wrong } }).proposal
  assert.deepEqual([title, authors], ['Checkpoints for Agents that Work for Days', ['Ada Example', 'Bo Sample']])
})

test('a page without text, and one with nothing but pieces all over it, are read, too', () => {
  assert.deepEqual(textsOf(positioned([page([])])), [])
  const scattered = Array.from({ length: 400 }, (_, at) =>
    printed([`w${at}`], { x: (at * 73) % 560, y: (at * 37) % 780 }),
  ).flat()
  assert.equal(
    textsOf(positioned([page(scattered)]))
      .join(' ')
      .split(' ').length >= 300,
    true,
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, paragraph, positioned, printed } from '../../../test/support/pdf.ts'
import type { TextItem } from '#pdf/document.ts'
import { readColumns } from './read-columns.ts'

/** The first word of each column, as the columns are read. */
const columnsOf = (items: readonly TextItem[]): (string | undefined)[] =>
  readColumns(positioned([page(items)])).columns.map(({ lines }) => lines[0]?.text.split(' ')[0])

const small = { size: 8, leading: 10 }

const author = (name: string, x: number): TextItem[] =>
  printed([name, 'Department of Plans', 'University of Somewhere'], { x, y: 120 })

const headed = (heading: string, x: number): TextItem[] => [
  ...printed([heading], { x, y: 80, size: 12, font: 1 }),
  ...printed(paragraph('Text', 30), { x, y: 110 }),
]

test('three columns beside each other are read one after another', () => {
  const items = ['One', 'Two', 'Three'].flatMap((first, column) =>
    printed(paragraph(first, 30, 42), { x: 51 + column * 175, y: 60 + column * 4, ...small }),
  )
  assert.deepEqual(columnsOf(items), ['One', 'Two', 'Three'])
})

test('a table beside a column of text does not break the lines of the text', () => {
  const table = Array.from({ length: 14 }, (_, row) => [
    ...printed([`name ${row}`], { x: 320, y: 105 + row * 17, size: 8 }),
    ...printed([`0.${row}`], { x: 480, y: 105 + row * 17, size: 8 }),
  ])
  const items = [
    ...printed(paragraph('Text', 25), { y: 100 }),
    ...table.flat(),
    ...printed(paragraph('Next', 3), { x: 315, y: 364 }),
  ]
  const { columns } = readColumns(positioned([page(items)]))
  assert.equal(columns[0]?.lines.length, 25)
  assert.ok(columns[0].lines.every(({ right }) => right < 315))
})

test('authors who stand side by side over two columns are read before the columns', () => {
  const items = [
    ...printed(['A Title that Stands in the Middle of the Page'], { x: 180, y: 80, size: 16 }),
    ...author('Ada Example', 110),
    ...author('Bo Sample', 360),
    ...printed(paragraph('First', 20), { y: 200 }),
    ...printed(paragraph('Second', 20), { x: 315, y: 200 }),
  ]
  const { columns } = readColumns(positioned([page(items)]))
  assert.deepEqual(
    columns.map(({ lines }) => lines[0]?.text.split(' ')[0]),
    ['A', 'First', 'Second'],
  )
  assert.deepEqual(columns[0]?.lines[1]?.cells, ['Ada Example', 'Bo Sample'])
})

test('headings at the top of both columns stay in them', () => {
  assert.deepEqual(columnsOf([...headed('Methods', 72), ...headed('Results', 315)]), ['Methods', 'Results'])
})

test('a caption in the margin is read before the two columns beside it', () => {
  const items = [
    ...printed(['Figure 2 A person who', 'wears the cap with the', 'marks on their places.'], {
      x: 30,
      y: 300,
      ...small,
    }),
    ...printed(paragraph('First', 30, 52), { x: 160, y: 60, ...small }),
    ...printed(paragraph('Second', 30, 48), { x: 370, y: 60, ...small }),
  ]
  assert.deepEqual(columnsOf(items), ['Figure', 'First', 'Second'])
})

test('numbers that hang in front of a column belong to it', () => {
  const entries = ['One', 'Two', 'Three', 'Four'].flatMap((first, index) => [
    ...printed([`${index + 1}.`], { x: 315, y: 100 + index * 48 }),
    ...printed(paragraph(first, 4, 42), { x: 333, y: 100 + index * 48 }),
  ])
  const figure = printed(['a label that is wide, so that it reaches far to the right'], { x: 72, y: 70 })
  const items = [
    ...figure,
    ...printed(paragraph('Left', 12), { y: 100 }),
    ...entries,
    ...printed(paragraph('Below', 8), { x: 315, y: 330 }),
  ]
  const { columns } = readColumns(positioned([page(items)]))
  assert.deepEqual(
    columns.map(({ lines }) => lines[0]?.text.split(' ')[0]),
    ['a', 'Left', '1.'],
  )
})

const entries = (first: string): string[] =>
  Array.from({ length: 24 }, (_, index) => `${first} ${index} of a long list of entries that are alike`)

test('lists that fill two columns are no head of them', () => {
  const last = 'Received on one day, and accepted on another one of it'
  const items = [
    ...printed(entries('First'), { y: 100 }),
    ...printed(entries('Second'), { x: 325, y: 100 }),
    ...printed([last], { y: 420 }),
    ...printed([last], { x: 325, y: 420 }),
  ]
  assert.deepEqual(columnsOf(items), ['First', 'Second'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, paragraph, printed } from '../../../test/support/pdf.ts'
import type { TextItem, TextPage } from '#pdf/document.ts'
import { withoutLineNumbers } from '#pdf/layout/line-numbers.ts'

const LINES = 30
const lines = printed(paragraph('Agents', LINES, 80), { x: 110, y: 100 })

/** Numbers beside the lines that end or begin at an edge. */
const numbers = (first: number, { edge, side }: { edge: number; side: 'left' | 'right' }, step = 1): TextItem[] =>
  lines.flatMap(({ y }, index) => {
    if (index % step !== 0) return []
    const text = String(first + index)
    const width = text.length * 3
    return [{ text, x: side === 'left' ? edge - width : edge, y, width, size: 6, font: 0 }]
  })

const textsOf = (pages: readonly TextPage[]): string[] =>
  withoutLineNumbers(pages).flatMap(({ items }) => items.map(({ text }) => text))

const text = lines.map((line) => line.text)
const left = { edge: 100, side: 'left' } as const
const right = { edge: 520, side: 'right' } as const

test('the numbers of lines are no part of the text, in either margin, one by one or every fifth', () => {
  for (const margin of [left, right])
    for (const step of [1, 5]) {
      const pages = [
        page([...numbers(1, margin, step), ...lines]),
        page([...numbers(LINES + 1, margin, step), ...lines]),
      ]
      assert.deepEqual(textsOf(pages), [...text, ...text], `${margin.side} ${step}`)
    }
  assert.deepEqual(textsOf([page([...lines, ...numbers(0, left), ...numbers(0, right)])]), text)
})

test('a ruler beside the lines, at distances of its own and from zero on, is none of the text', () => {
  const ruler = Array.from({ length: 20 }, (_, index) => String(index).padStart(3, '0'))
  assert.deepEqual(textsOf([page([...printed(ruler, { x: 40, y: 95, size: 6, leading: 17 }), ...lines])]), text)
})

test('a last page with few lines loses its numbers, too', () => {
  const few = [...numbers(LINES + 1, left).slice(0, 2), ...lines.slice(0, 2)]
  assert.deepEqual(textsOf([page([...numbers(1, left), ...lines]), page(few)]), [...text, ...text.slice(0, 2)])
})

const kept = (pages: TextPage[]): void =>
  assert.deepEqual(
    textsOf(pages),
    pages.flatMap(({ items }) => items.map((item) => item.text)),
  )

test('numbered rows of a table, a list on one page of several, and numbers that do not count stay', () => {
  const rows = lines.flatMap(({ y }, index) => [
    ...printed([String(index + 1)], { x: 72, y }),
    ...printed(['Ada Example'], { x: 110, y }),
    ...printed(['Open Margin'], { x: 300, y }),
  ])
  kept([page(rows)])
  kept([page(lines), page(lines), page([...numbers(1, left), ...lines])])
  kept([
    page([
      ...numbers(1, left)
        .toReversed()
        .map((item, index) => ({ ...item, y: lines[index]?.y ?? 0 })),
      ...lines,
    ]),
  ])
  kept([page([...lines, ...printed(['1', '2', '3', '4', '5', '6'], { x: 300, y: 110 })])])
})

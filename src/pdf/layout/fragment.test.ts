import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, paragraph, positioned, printed } from '../../../test/support/pdf.ts'
import { readColumns } from './read-columns.ts'
import { mendSizes, printedText } from './fragment.ts'

test('letters of fonts whose size cannot be true get the one that their widths imply', () => {
  // Bitmap fonts of old papers in TeX: each word an item of its own, all of them 240 points high by what the file says.
  const words = paragraph('Words', 6).flatMap((line, row) =>
    printed([line], { y: 100 + row * 12, font: 1 }).flatMap((item) => {
      let x = item.x
      return item.text.split(' ').map((text) => {
        const width = text.length * 4.5
        x += width + 3
        return { ...item, text, width, size: 240, x: x - width - 3 }
      })
    }),
  )
  const plain = printed(paragraph('Plain', 3), { y: 300 })
  const text = positioned([page([...words, ...plain])])
  mendSizes(text.pages)
  const [first] = words
  assert.equal(Math.round(text.pages[0]?.items.find(({ font }) => font === 1)?.size ?? 0), 9)
  assert.equal(text.pages[0]?.items.find(({ font }) => font === 0)?.size, 10)
  assert.equal(readColumns(text).columns[0]?.lines[0]?.text.split(' ')[0], first?.text)
  assert.ok((readColumns(text).columns[0]?.lines[0]?.text.split(' ').length ?? 0) > 4)
})

test('a grave accent belongs to the letter that is set under it, and not to a word behind it', () => {
  const [before] = printed(['frente `'], { x: 72, y: 100 })
  assert.ok(before !== undefined)
  const end = before.x + before.width
  const under = printed(['a luz'], { x: end - 4.5, y: 100 })
  assert.equal(printedText([before, ...under]).normalize('NFC'), 'frente à luz')
  const behind = printed(['a luz'], { x: end, y: 100 })
  assert.equal(printedText([before, ...behind]), 'frente `a luz')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printed } from '../../../test/support/pdf/printed-page.ts'
import { printedText } from './fragment.ts'

test('a grave accent belongs to the letter that is set under it, and not to a word behind it', () => {
  const [before] = printed(['frente `'], { x: 72, y: 100 })
  assert.ok(before !== undefined)
  const end = before.x + before.width
  const under = printed(['a luz'], { x: end - 4.5, y: 100 })
  assert.equal(printedText([before, ...under]).normalize('NFC'), 'frente à luz')
  const behind = printed(['a luz'], { x: end, y: 100 })
  assert.equal(printedText([before, ...behind]), 'frente `a luz')
})

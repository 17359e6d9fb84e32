import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/generated/any-text.ts'
import { terminalSafe } from './terminal-safe.ts'

test('control characters and overrides of direction are written out', () => {
  assert.equal(terminalSafe('a\u001b[2Jb'), 'a\\u001b[2Jb')
  assert.equal(terminalSafe('\u009b31mred\u0085'), '\\u009b31mred\\u0085')
  assert.equal(terminalSafe('safe \u202etxt.exe\u202c'), 'safe \\u202etxt.exe\\u202c')
  assert.equal(terminalSafe('over\rwritten'), 'over\\u000dwritten')
})

test('what people write is left alone', () => {
  const text = 'Größe\t漢字 🙂\r\nשלום \u200fעולם\n👩‍🔬'
  assert.equal(terminalSafe(text), text)
})

test('JSON says the same, whatever is in it', () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, fc.array(anyText)), (value) => {
      const safe = terminalSafe(JSON.stringify(value))
      assert.deepEqual(JSON.parse(safe), JSON.parse(JSON.stringify(value)))
      assert.equal(terminalSafe(safe), safe)
    }),
    { numRuns: 500 },
  )
})

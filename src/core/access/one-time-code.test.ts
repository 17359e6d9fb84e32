import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  codeAddress,
  matchingStep,
  oneTimeCode,
  parseOneTimeCode,
  formatRecoveryCode,
  hashRecoveryCode,
} from './one-time-code.ts'

/** The secret of RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890')
const at = (seconds: number): Date => new Date(seconds * 1_000)

test('codes are those of RFC 6238, appendix B', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(oneTimeCode(SECRET, at(seconds)), code)
})

test('a code counts for its own half minute and the ones beside it, and names the step it belongs to', () => {
  const code = oneTimeCode(SECRET, at(3_000))
  const found = [2_940, 2_969, 2_970, 3_000, 3_059, 3_060].map((seconds) => matchingStep(SECRET, code, at(seconds)))
  assert.deepEqual(found, [null, null, 100, 100, 100, null])
})

test('six digits are a code, with spaces or without; nothing else is', () => {
  assert.deepEqual(['123456', ' 123 456 ', '12345', '1234567', '12345a', '１２３４５６', ''].map(parseOneTimeCode), [
    '123456',
    '123456',
    null,
    null,
    null,
    null,
    null,
  ])
})

test('the address for apps holds names of any kind', () => {
  assert.equal(
    codeAddress(SECRET, { issuer: 'Häus & Co', account: 'ada@example.org' }),
    'otpauth://totp/H%C3%A4us%20%26%20Co:ada%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=H%C3%A4us%20%26%20Co',
  )
})

test('a recovery code is read however it was written down', () => {
  const code = formatRecoveryCode('aBcO0lI1xYz9876543210QwErTyUiOpA')
  assert.equal(code, 'abc0-0111-xyz9-8765')
  const stored = hashRecoveryCode('e_1', code)
  for (const typed of ['ABCO-OLI1-XYZ9-8765', ' abc00111xyz98765 ', 'abc0 0iil xyz9 8765'])
    assert.equal(hashRecoveryCode('e_1', typed), stored, typed)
  assert.notEqual(hashRecoveryCode('e_2', code), stored)
  for (const typed of ['', '123456', `${code}1`, 'äbc0-0111-xyz9-8765'])
    assert.equal(hashRecoveryCode('e_1', typed), null, typed)
})

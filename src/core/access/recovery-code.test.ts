import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatRecoveryCode, hashRecoveryCode } from './recovery-code.ts'

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

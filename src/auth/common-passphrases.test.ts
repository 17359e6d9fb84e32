import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { checkNewPassphrase } from '#queries/check-new-passphrase.ts'
import { commonPassphrases } from './common-passphrases.ts'

const common = commonPassphrases()

const refusal = async (passphrase: string): Promise<string | null> => {
  try {
    await checkNewPassphrase(common, passphrase)
    return null
  } catch (error) {
    assert.ok(error instanceof Failure)
    return error.details[0]?.message ?? ''
  }
}

test('what guessing begins with is refused, however it is made longer', async () => {
  for (const passphrase of [
    'finalfantasy',
    'Final Fantasy',
    '1qaz2wsx3edc4rfv',
    'password1234',
    '1234password',
    'PASSWORD-1234!',
    'passwordpassword',
    'Password Password Password',
    '1234567890123456',
    'ｐａｓｓｗｏｒｄ2026',
    'qwertyqwerty!!',
  ])
    assert.match((await refusal(passphrase)) ?? 'taken', /is one that many people use/u, passphrase)
})

test('other passphrases are taken, also those that hold a common word', async () => {
  for (const passphrase of [
    'correct horse battery staple',
    'another long passphrase',
    'my dragon eats 4 bagels',
    '40917736 blue 11902553',
    'x'.repeat(3) + 'kq8-vv0-zl1-pp',
    'слон под зонтиком у реки',
  ])
    assert.equal(await refusal(passphrase), null, passphrase)
})

test('the form of a passphrase is still checked first', async () => {
  assert.match((await refusal('dragon')) ?? '', /at least 12 characters/u)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { scryptPassphrases } from './passphrases.ts'

const light = { ln: 4, r: 8, p: 1 }
const PASSPHRASE = 'correct horse battery staple'

test('a passphrase matches its own hash and no other', async () => {
  const passphrases = scryptPassphrases(light)
  const stored = await passphrases.hash(PASSPHRASE)
  assert.match(stored, /^\$scrypt\$ln=4,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/u)
  assert.notEqual(await passphrases.hash(PASSPHRASE), stored, 'each has a salt of its own')
  assert.equal(await passphrases.verify(PASSPHRASE, stored), true)
  for (const other of ['', 'Correct horse battery staple', `${PASSPHRASE} `, 'x'.repeat(1_000)])
    assert.equal(await passphrases.verify(other, stored), false, other)
  assert.equal(await passphrases.verify(PASSPHRASE, null), false)
  assert.equal(await passphrases.verify(PASSPHRASE, 'rubbish'), false)
})

test('a passphrase in composed and in decomposed letters is the same', async () => {
  const passphrases = scryptPassphrases(light)
  const stored = await passphrases.hash('vier Äpfel im Körbchen')
  assert.equal(await passphrases.verify('vier Äpfel im Körbchen'.normalize('NFD'), stored), true)
})

test('a hash made with other parameters still matches', async () => {
  const stored = await scryptPassphrases({ ln: 5, r: 4, p: 2 }).hash(PASSPHRASE)
  assert.equal(await scryptPassphrases(light).verify(PASSPHRASE, stored), true)
})

test('the parameters in force cost 32 MiB and three passes', async () => {
  assert.match(await scryptPassphrases().hash(PASSPHRASE), /^\$scrypt\$ln=15,r=8,p=3\$/u)
})

test('an unknown account takes as long as a known one', async () => {
  const passphrases = scryptPassphrases({ ln: 12, r: 8, p: 1 })
  const stored = await passphrases.hash(PASSPHRASE)
  const took = async (against: string | null): Promise<number> => {
    const begun = performance.now()
    await passphrases.verify('wrong wrong wrong', against)
    return performance.now() - begun
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < 15; round += 1) {
    known.push(await took(stored))
    unknown.push(await took(null))
  }
  // The least of each is what it costs; without any hashing the ratio would be below a hundredth.
  const ratio = Math.min(...unknown) / Math.min(...known)
  assert.ok(ratio > 0.2 && ratio < 5, `${ratio}`)
})

test('a flood of guesses is refused instead of taking all memory', async () => {
  const passphrases = scryptPassphrases(light)
  const guesses = await Promise.allSettled(
    Array.from({ length: 100 }, async () => passphrases.verify('wrong wrong wrong', null)),
  )
  const refused = guesses.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 100 - 32)
  for (const each of refused)
    assert.ok(each.status === 'rejected' && each.reason instanceof Failure && each.reason.code === 'unavailable')
  assert.equal(await passphrases.verify('later', null), false)
})

test('what nobody could have chosen is wrong, and is not normalized, which would take long', async (t) => {
  const passphrases = scryptPassphrases(light)
  const stored = await passphrases.hash(PASSPHRASE)
  const normalize = t.mock.method(String.prototype, 'normalize')
  assert.equal(await passphrases.verify(`a${'\u0301\u0323'.repeat(15_000)}`, stored), false)
  assert.equal(normalize.mock.callCount(), 0)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { checkNewPassphrase } from '#queries/credentials.ts'
import { commonPassphrases, fairQueue, scryptPassphrases } from './passphrases.ts'

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
    assert.match((await refusal(passphrase)) ?? 'taken', /is a common passphrase/u, passphrase)
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

const MAX_WAITING = 32

/** A queue and the names of what it has done, in order; what was refused begins with a minus. */
const recorded = () => {
  const inTurn = fairQueue(MAX_WAITING)
  const done: string[] = []
  const ends: Promise<unknown>[] = []
  const send = (name: string, network: string, isKnown = false): void => {
    const end = inTurn({ network, isKnown }, async () => {
      done.push(name)
    }).catch((error: unknown) => {
      assert.ok(error instanceof Failure && error.code === 'unavailable' && error.retryAfter === 5)
      done.push(`-${name}`)
    })
    ends.push(end)
  }
  const finish = async (): Promise<string[]> => {
    await Promise.all(ends)
    return done
  }
  return { send, finish }
}

test('one network with a hundred waiting does not keep another out, nor make it wait for them', async () => {
  const { send, finish } = recorded()
  for (let index = 0; index < 100; index += 1) send(`flood ${index}`, 'one /48')
  send('admin', 'another')
  const done = await finish()
  assert.ok(done.includes('admin'))
  const served = done.filter((name) => !name.startsWith('-'))
  assert.equal(served.length, MAX_WAITING)
  assert.ok(served.indexOf('admin') <= 2, served.slice(0, 4).join())
})

test('networks take turns', async () => {
  const { send, finish } = recorded()
  for (const name of ['a1', 'a2', 'a3']) send(name, 'a')
  for (const name of ['b1', 'b2']) send(name, 'b')
  send('c1', 'c')
  assert.deepEqual(await finish(), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a known browser is served when thousands of networks fill the queue', async () => {
  const { send, finish } = recorded()
  for (let index = 0; index < 2_000; index += 1) send(`flood ${index}`, `network ${index}`)
  send('admin', 'network 7', true)
  const done = await finish()
  assert.equal(done.filter((name) => !name.startsWith('-')).indexOf('admin'), 1)
  assert.equal(done.filter((name) => name.startsWith('-')).length, 2_001 - MAX_WAITING)
})

test('what fails is done with, and the next has its turn', async () => {
  const inTurn = fairQueue(MAX_WAITING)
  const lane = { network: 'a', isKnown: false }
  await assert.rejects(
    inTurn(lane, async () => Promise.reject(new Error('broken'))),
    /broken/u,
  )
  assert.equal(await inTurn(lane, async () => 'done'), 'done')
})

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

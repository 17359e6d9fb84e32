import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hasScope,
  isLiveKey,
  keyScopes,
  type KeyRecord,
  formatApiKey,
  isWellFormedApiKey,
  hashSecret,
} from './api-key.ts'
import fc from 'fast-check'
import { anyText } from '../../../test/support/generated/text.ts'
import { budget } from '../../../test/support/budgets.ts'

const now = new Date('2026-11-20T10:00:00.000Z')
const key: KeyRecord = {
  id: 'k1',
  label: 'a team',
  scopes: ['submit'],
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  email: null,
  ingestSession: null,
}

test('a key lives until it is revoked', () => {
  assert.equal(isLiveKey(key, now), true)
  assert.equal(isLiveKey({ ...key, revokedAt: '2026-11-20T09:00:00.000Z' }, now), false)
  assert.equal(
    isLiveKey({ ...key, revokedAt: '2026-11-20T09:00:00.000Z', expiresAt: '2027-01-01T00:00:00.000Z' }, now),
    false,
  )
})

test('a key with a term lives before that instant, and no longer at it', () => {
  assert.equal(isLiveKey({ ...key, expiresAt: '2026-11-20T10:00:00.001Z' }, now), true)
  assert.equal(isLiveKey({ ...key, expiresAt: '2026-11-20T10:00:00.000Z' }, now), false)
  assert.equal(isLiveKey({ ...key, expiresAt: '2026-11-20T09:59:59.999Z' }, now), false)
})

const has = (scopes: KeyRecord['scopes']) => keyScopes.filter((wanted) => hasScope({ scopes }, wanted))

test('review includes its parts, and a part no other', () => {
  assert.deepEqual(has(['review']), ['review', 'review:read', 'review:advise', 'review:decide'])
  for (const scope of keyScopes.filter((one) => one !== 'review')) assert.deepEqual(has([scope]), [scope])
  assert.deepEqual(has(['submit', 'review:read']), ['submit', 'review:read'])
})

const DIGITS = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
/** Characters that are easily typed by mistake; some look like one of the digits. */
const TYPED = [...DIGITS, '-', '_', ' ', '\n', 'é', 'А', '０', '']

const exampleKey = fc.string({ unit: fc.constantFrom(...DIGITS), minLength: 32, maxLength: 32 }).map(formatApiKey)

/** One key to try all mistakes on. */
const made = formatApiKey('Zk0Qw7xB1mN8vC2lR9sD3pH4tG5yF6jA')

const replaced = (text: string, index: number, by: string): string => text.slice(0, index) + by + text.slice(index + 1)

test('keys issued so far stay valid: prefix, secret and checksum keep their form', () => {
  assert.equal(formatApiKey('0'.repeat(32)), 'lv_live_000000000000000000000000000000002wjyrI')
  assert.equal(formatApiKey('abcdefghijklmnopqrstuvwxyzABCDEF'), 'lv_live_abcdefghijklmnopqrstuvwxyzABCDEF1mVgZW')
})

test('every key made has the shape that scanners know, and is recognised', () => {
  fc.assert(
    fc.property(exampleKey, (one) => {
      assert.match(one, /^lv_live_[0-9A-Za-z]{38}$/u)
      assert.equal(isWellFormedApiKey(one), true)
    }),
    { numRuns: budget('cheapProperties') },
  )
})

test('each way of mistyping one character is refused, at every place', () => {
  for (let index = 0; index < made.length; index += 1)
    for (const typed of TYPED)
      if (typed !== made[index])
        assert.equal(isWellFormedApiKey(replaced(made, index, typed)), false, `${index} ${typed}`)
})

test('thousands of mistyped keys are refused: one character replaced, lost, doubled, or swapped with its neighbour', () => {
  fc.assert(
    fc.property(exampleKey, fc.nat({ max: 45 }), fc.constantFrom(...TYPED), (one, index, typed) => {
      const here = one.charAt(index)
      const next = one.charAt(index + 1)
      const mistyped = [
        replaced(one, index, typed),
        replaced(one, index, ''),
        replaced(one, index, here + here),
        one.slice(0, index) + next + here + one.slice(index + 2),
      ]
      for (const text of mistyped) if (text !== one) assert.equal(isWellFormedApiKey(text), false, text)
    }),
    { numRuns: budget('cheapProperties') },
  )
})

test('a text that is not a key is refused: other prefixes, other lengths, two keys in one header', () => {
  for (const text of [
    '',
    'lv_live_',
    made.slice('lv_live_'.length),
    made.replace('live', 'test'),
    made.toUpperCase(),
    made.toLowerCase(),
    ` ${made}`,
    `${made} `,
    `${made}\n`,
    `${made}${made}`,
    `${made}, ${made}`,
    `Bearer ${made}`,
  ])
    assert.equal(text !== made && isWellFormedApiKey(text), false, JSON.stringify(text))
})

test('no text makes the check of keys fail, and no random text passes it', () => {
  const anything = fc.oneof(anyText, fc.string({ minLength: 46, maxLength: 46 }))
  fc.assert(fc.property(anything, (text) => assert.equal(isWellFormedApiKey(text), false)))
})

test('only the SHA-256 of a secret is for keeping', () => {
  assert.equal(hashSecret('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  fc.assert(fc.property(exampleKey, (one) => assert.match(hashSecret(one), /^[0-9a-f]{64}$/u)))
})

test('keys of version 0.1.0 stay well-formed under their old prefix', () => {
  assert.ok(isWellFormedApiKey('rc_live_abcdefghijklmnopqrstuvwxyzABCDEF1mVgZW'))
  assert.ok(!isWellFormedApiKey('xx_live_abcdefghijklmnopqrstuvwxyzABCDEF1mVgZW'))
})

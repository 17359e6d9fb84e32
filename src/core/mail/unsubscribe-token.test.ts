import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../../test/support/generated/any-text.ts'
import { verifyUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.ts'

const secret = Buffer.alloc(32, 7)
const id = 's_0123456789abcdef'
const token = unsubscribeToken(secret, id)

const subscriberId = fc.string({ unit: fc.constantFrom(...Array.from('abc019_-.')), minLength: 1, maxLength: 40 })
const anySecret = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))

test('the token of a subscriber leads back to that subscriber', () => {
  fc.assert(
    fc.property(anySecret, subscriberId, (key, subscriber) => {
      assert.equal(verifyUnsubscribeToken(key, unsubscribeToken(key, subscriber)), subscriber)
    }),
  )
})

test('a token needs no encoding in an address', () => {
  assert.match(token, /^s_0123456789abcdef\.[\w-]{24}$/u)
  assert.equal(encodeURIComponent(token), token)
})

test('a token of another installation is nobody’s', () => {
  fc.assert(
    fc.property(anySecret, (other) => {
      fc.pre(!other.equals(secret))
      assert.equal(verifyUnsubscribeToken(other, token), null)
    }),
  )
  const oneBitOff = Buffer.from(secret)
  oneBitOff.writeUInt8(secret.readUInt8(31) ^ 1, 31)
  assert.equal(verifyUnsubscribeToken(oneBitOff, token), null)
})

test('a token that lost its end, its beginning or its middle is nobody’s', () => {
  for (let length = 0; length < token.length; length += 1) {
    assert.equal(verifyUnsubscribeToken(secret, token.slice(0, length)), null, `first ${length}`)
    assert.equal(verifyUnsubscribeToken(secret, token.slice(token.length - length)), null, `last ${length}`)
  }
  assert.equal(verifyUnsubscribeToken(secret, token.replace('.', '')), null)
})

test('a token with one character changed is nobody’s, wherever it is', () => {
  for (let index = 0; index < token.length; index += 1)
    for (const by of 'Aa0-_.!') {
      const forged = token.slice(0, index) + by + token.slice(index + 1)
      if (forged !== token) assert.equal(verifyUnsubscribeToken(secret, forged), null, forged)
    }
})

test('the signature of one subscriber does not serve for another', () => {
  const [, signature = ''] = token.split('.')
  for (const other of ['s_0123456789abcdee', 's_0123456789abcde', `${id}0`, `unsubscribe:${id}`, ''])
    assert.equal(verifyUnsubscribeToken(secret, `${other}.${signature}`), null, other)
})

test('no text makes the parser of tokens throw, and none passes as a token', () => {
  for (const text of ['', '.', '..', `${id}.`, id, `${id}.${'A'.repeat(24)}`, `${id}.${'A'.repeat(10_000)}`])
    assert.equal(verifyUnsubscribeToken(secret, text), null, text)
  fc.assert(fc.property(anyText, (text) => assert.equal(verifyUnsubscribeToken(secret, text), null)))
})

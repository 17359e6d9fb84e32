import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import {
  BOUNCE_NAME_LENGTH,
  deliveryAddress,
  deliveryName,
  findKeyedAddress,
  unsubscribeAddress,
  verifyUnsubscribeToken,
  unsubscribeToken,
} from './keyed-address.ts'
import fc from 'fast-check'
import { anyText } from '../../../test/support/generated/text.ts'

const site = { secret: randomBytes(32), bounceAddress: 'bounces@library.example' }
const delivery = { subscriberId: 's_aB3dE5gH7jK9mN1p', messageId: '<1@library.example>' }

test('the sender of an email names its subscriber and the email, whatever becomes of its case', () => {
  const address = deliveryAddress(site, delivery)
  assert.match(address, /^bounces\+b[a-z2-7]+@library\.example$/u)
  const expected = {
    kind: 'delivery',
    subscriberId: delivery.subscriberId,
    delivery: deliveryName('<1@library.example>'),
  }
  for (const text of [address, address.toUpperCase(), `<${address}>`, `prvs=123=${address}`, `x@y.example, ${address}`])
    assert.deepEqual(findKeyedAddress(site.secret, text), expected)
  assert.notEqual(address, deliveryAddress(site, { ...delivery, messageId: '<2@library.example>' }))
})

test('the address to unsubscribe by email names its subscriber, and no email', () => {
  const address = unsubscribeAddress(site, delivery.subscriberId)
  const expected = { kind: 'unsubscribe', subscriberId: delivery.subscriberId }
  assert.deepEqual(findKeyedAddress(site.secret, address), expected)
})

test('the longest name that is taken makes addresses of the length that SMTP allows', () => {
  const bounceAddress = `${'n'.repeat(BOUNCE_NAME_LENGTH)}@library.example`
  assert.equal(deliveryAddress({ ...site, bounceAddress }, delivery).indexOf('@'), 64)
})

test('a token that was changed, cut, made by another key or for another use is nobody’s', () => {
  const address = deliveryAddress(site, delivery)
  const token = address.slice('bounces+'.length, address.indexOf('@'))
  const turned = (at: number): string => `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`
  const forged = [
    ...Array.from({ length: token.length - 1 }, (_, at) => turned(at + 1)),
    `u${token.slice(1)}`,
    token.slice(0, -1),
    token.slice(1),
    '',
    'b',
    `b${'a'.repeat(16)}`,
    // In Unicode these are other cases of s and k.
    `b${'a'.repeat(20)}${'ſ'.repeat(16)}`,
    `u${'a'.repeat(20)}${'\u212a'.repeat(16)}`,
    unsubscribeAddress(site, delivery.subscriberId).slice('bounces+u'.length, -'@library.example'.length),
  ]
  for (const given of forged) assert.equal(findKeyedAddress(site.secret, `bounces+${given}@library.example`), null)
  assert.equal(findKeyedAddress(randomBytes(32), address), null)
  const other = unsubscribeAddress(site, 's_other').replace('+u', '+b')
  assert.equal(findKeyedAddress(site.secret, other), null)
})

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

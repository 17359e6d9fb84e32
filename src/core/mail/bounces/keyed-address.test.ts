import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import {
  BOUNCE_NAME_LENGTH,
  deliveryAddress,
  deliveryName,
  findKeyedAddress,
  unsubscribeAddress,
} from './keyed-address.ts'

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

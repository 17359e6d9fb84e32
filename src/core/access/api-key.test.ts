import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasScope, isLiveKey, keyScopes, type KeyRecord } from './api-key.ts'

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

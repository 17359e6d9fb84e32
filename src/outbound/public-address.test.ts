import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress } from './public-address.ts'
import { parseRetryAfter } from './retry-after.ts'

test('addresses of the public Internet are told from all others', () => {
  for (const address of ['93.184.215.14', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::5'])
    assert.equal(isPublicAddress(address), true, address)
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    'example.org',
    '',
  ])
    assert.equal(isPublicAddress(address), false, address)
})

test('Retry-After is seconds or a date, and a wrong clock keeps us away for a day at most', () => {
  const now = new Date('2026-11-20T10:00:00.000Z')
  const after = (header: string | undefined): string | undefined => parseRetryAfter(header, now)?.toISOString()
  assert.equal(after('120'), '2026-11-20T10:02:00.000Z')
  assert.equal(after('Fri, 20 Nov 2026 10:05:00 GMT'), '2026-11-20T10:05:00.000Z')
  assert.equal(after('Fri, 20 Nov 1970 10:05:00 GMT'), '2026-11-20T10:00:01.000Z')
  assert.equal(after('999999999'), '2026-11-21T10:00:00.000Z')
  assert.equal(after('soon'), undefined)
  assert.equal(after(undefined), undefined)
})

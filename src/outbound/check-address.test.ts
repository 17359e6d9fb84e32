import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressChecker, checkAddress, isPublicAddress } from './check-address.ts'
import { parseRetryAfter } from './fetch-once.ts'

test('addresses of the public Internet are distinguished from all others', () => {
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

/** Each is spelt in a way that a browser and Node understand as the address of an internal server. */
const internalAddresses: [string, RegExp][] = [
  ['http://hooks.example.org/', /only https:\/\/ is allowed; OUTBOUND_ALLOW=http:\/\/hooks\.example\.org allows/u],
  ['https://127.0.0.1:8443/', /not a public address; OUTBOUND_ALLOW=https:\/\/127\.0\.0\.1:8443 allows it$/u],
  ['https://2130706433/', /not a public address; OUTBOUND_ALLOW=https:\/\/127\.0\.0\.1 /u],
  ['https://0x7f.1/', /not a public address/u],
  ['https://169.254.169.254/latest/meta-data', /not a public address/u],
  ['https://[::1]/', /not a public address/u],
  ['https://[::ffff:10.0.0.1]/', /not a public address/u],
  ['https://localhost/', /a name in an internal network/u],
  ['https://db.corp./', /a name in an internal network/u],
  ['https://intranet/', /a name in an internal network/u],
]

test('an address is refused for the same reason when it is entered and when it is used', () => {
  const rules = { allowed: [], proxyUrl: null }
  for (const [address, reason] of internalAddresses) {
    const url = new URL(address)
    assert.match(addressChecker(rules)(url) ?? '', reason, address)
    assert.throws(() => checkAddress(rules, address), { fault: 'refused' }, address)
    const exempt = { ...rules, allowed: [url.origin] }
    assert.equal(addressChecker(exempt)(url), null, address)
    assert.equal(checkAddress(exempt, address).href, url.href)
  }
  for (const address of ['https://hooks.example.org/x', 'https://8.8.8.8/'])
    assert.equal(addressChecker(rules)(new URL(address)), null, address)
  const proxied = addressChecker({ ...rules, proxyUrl: 'http://proxy.internal:3128' })
  assert.match(proxied(new URL('https://8.8.8.8/')) ?? '', /behind a proxy only names are allowed/u)
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

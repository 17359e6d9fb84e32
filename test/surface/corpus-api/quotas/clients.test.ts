import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestService } from '../../../support/service/test-service.ts'
import { message } from '../../../support/requests/quotas.ts'

test('forwarding headers name nobody unless a trusted proxy sent them', async (t) => {
  const service = await startTestService(t)
  for (let index = 1; index <= 11; index += 1) {
    const client = `192.0.2.${index}`
    const response = await service.send('POST', '/api/contact', message, {
      'x-forwarded-for': client,
      forwarded: `for=${client}`,
      'x-real-ip': client,
      'cf-connecting-ip': client,
    })
    assert.equal(response.status, index <= 10 ? 202 : 429)
  }
})

/** Which X-Forwarded-For headers from the proxy 127.0.0.1 are one client, and which are two. */
const clients: { sentence: string; same: boolean; one: string; two: string }[] = [
  { sentence: 'two addresses', same: false, one: '192.0.2.1', two: '192.0.2.2' },
  { sentence: 'an address and itself', same: true, one: '192.0.2.1', two: '192.0.2.1' },
  { sentence: 'what stands left of the last hop', same: true, one: '192.0.2.1', two: '198.51.100.9, 192.0.2.1' },
  { sentence: 'what stands left of it and is no address', same: true, one: '192.0.2.1', two: 'unknown, 192.0.2.1' },
  { sentence: 'a chain of trusted proxies', same: true, one: '192.0.2.1', two: '192.0.2.1, 10.1.2.3, 10.0.0.9' },
  { sentence: 'a hop outside the trusted networks', same: false, one: '192.0.2.1', two: '192.0.2.1, 11.0.0.9' },
  { sentence: 'two IPv6 addresses of one /64', same: true, one: '2001:db8:1:2::1', two: '2001:db8:1:2:ffff::9' },
  { sentence: 'two IPv6 networks', same: false, one: '2001:db8:1:2::1', two: '2001:db8:1:3::1' },
  { sentence: 'two IPv6 networks with short forms', same: false, one: '2001:db8::1', two: '2001:db8:0:1::1' },
  {
    sentence: 'a short and a long form',
    same: true,
    one: '2001:db8::1',
    two: '2001:0DB8:0000:0000:0000:0000:0000:0001',
  },
  { sentence: 'an IPv4 address and its mapped form', same: true, one: '192.0.2.1', two: '::ffff:192.0.2.1' },
  { sentence: 'an IPv4 address and its mapped form in hex', same: true, one: '192.0.2.1', two: '::FFFF:c000:201' },
  {
    sentence: 'an IPv4 address and its mapped form at length',
    same: true,
    one: '192.0.2.1',
    two: '0:0:0:0:0:ffff:c000:0201',
  },
  { sentence: 'two mapped addresses', same: false, one: '::ffff:192.0.2.1', two: '::ffff:192.0.2.2' },
  { sentence: 'a mapped trusted proxy', same: true, one: '192.0.2.1', two: '192.0.2.1, ::ffff:10.0.0.1' },
  { sentence: 'nothing and nonsense', same: true, one: '', two: 'nonsense' },
  { sentence: 'white space', same: true, one: '192.0.2.1', two: '  192.0.2.1  ' },
]

for (const { sentence, same, one, two } of clients)
  test(`behind a trusted proxy: ${sentence} ${same ? 'make no' : 'make a'} difference`, async (t) => {
    const service = await startTestService(t, { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] })
    const remaining = async (hops: string): Promise<string | null> => {
      const response = await service.send('POST', '/api/contact', message, { 'x-forwarded-for': hops })
      return response.headers.get('ratelimit')
    }
    assert.equal(await remaining(one), '"contact";r=9;t=3600')
    assert.equal(await remaining(two), same ? '"contact";r=8;t=3600' : '"contact";r=9;t=3600')
  })

test('no forwarding header is answered with a 5xx', async (t) => {
  const service = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  for (const hops of [
    'fe80::1%eth0',
    '::',
    ',',
    ',,,',
    '1.2.3.4:80',
    '[::1]:80',
    '::ffff:999.1.1.1',
    '127.0.0.1',
    '1',
    'é',
    '::1.2.3.4',
    '127.0.0.1,'.repeat(500),
  ]) {
    const { status } = await service.send('POST', '/api/contact', message, { 'x-forwarded-for': hops })
    assert.ok(status === 202 || status === 429, `${hops} was answered ${status}`)
  }
})

test('the stored key of a client is not its address', async (t) => {
  const service = await startTestService(t, { trustedProxies: ['127.0.0.1'] })
  await service.send('POST', '/api/contact', message, { 'x-forwarded-for': '192.0.2.77' })
  assert.ok(!JSON.stringify(service.logged).includes('192.0.2.77'))
  const emails = await service.store.transact((tx) => tx.outbox.lease('9999', '9999', 10, true))
  assert.equal(emails.length, 1)
  assert.ok(!JSON.stringify(emails).includes('192.0.2.77'))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { clientNetwork, connectionClient, proxyMatcher, clientNetworks } from './client-address.ts'

const isTrusted = proxyMatcher(['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48'])

const clientOf = async (forwarded: string, remoteAddress = '127.0.0.1'): Promise<string> => {
  const app = new Hono().get('/', (context) => context.text(clientNetwork(isTrusted)(context)))
  const headers = { 'x-forwarded-for': forwarded }
  return (await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })).text()
}

test('the nearest address that is no proxy of ours is the client, with or without a port', async () => {
  for (const [forwarded, client] of [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:49152', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7:1', '203.0.113.7'],
    ['203.0.113.7:49152, 10.1.2.3:80', '203.0.113.7'],
    ['[2001:db8::7]:443', '20010db800000000/64'],
    ['[2001:db8::7]', '20010db800000000/64'],
    ['2001:db8::7', '20010db800000000/64'],
    ['203.0.113.7, [2001:db8:1::2]:80', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ] as const)
    assert.equal(await clientOf(forwarded), client, forwarded)
})

test('what is no address ends the search at the last proxy', async () => {
  for (const forwarded of [
    '',
    'unknown',
    '203.0.113.7:port',
    '203.0.113.7:123456',
    '[203.0.113.7',
    'a:1',
    ':80',
    '_x:80',
  ])
    assert.equal(await clientOf(forwarded), '127.0.0.1', forwarded)
})

test('nobody but a proxy of ours may name another address', async () => {
  assert.equal(await clientOf('203.0.113.7:80', '198.51.100.9'), '198.51.100.9')
})

test('a connection is that of its address, and of nobody when a proxy of ours made it', () => {
  assert.equal(connectionClient(isTrusted)('::ffff:127.0.0.2'), '127.0.0.2')
  assert.equal(connectionClient(isTrusted)('::ffff:10.9.9.9'), null)
})

test('an IPv4 client is its address', () => {
  assert.deepEqual(clientNetworks('192.0.2.7'), ['192.0.2.7'])
})

test('an IPv6 client is its /64, and counts for the /56 and the /48 around it', () => {
  assert.deepEqual(
    clientNetworks('2001:db8:1:2:3:4:5:6'),
    ['20010db800010002/64', '20010db8000100/56', '20010db80001/48'].map((name) => name.replace(/^0+/u, '')),
  )
  const [own, customer, site] = clientNetworks('2001:db8:1:2::1')
  const [otherOwn, otherCustomer, otherSite] = clientNetworks('2001:db8:1:ff::1')
  assert.notEqual(own, otherOwn)
  assert.deepEqual([customer, site], [otherCustomer, otherSite])
  const [, beyondCustomer, beyondSite] = clientNetworks('2001:db8:1:100::1')
  assert.notEqual(customer, beyondCustomer)
  assert.equal(site, beyondSite)
  assert.notEqual(site, clientNetworks('2001:db8:2::1')[2])
})

test('every notation of an address names the same networks', () => {
  const wanted = clientNetworks('2001:db8::1')
  for (const address of ['2001:0DB8:0:0:0:0:0:1', '2001:db8:0::2', '2001:db8::192.0.2.1', '2001:DB8::ffff'])
    assert.deepEqual(clientNetworks(address), wanted, address)
  assert.equal(new Set(['::1', 'fe80::1', '64:ff9b::192.0.2.1'].map((address) => clientNetworks(address)[0])).size, 3)
})

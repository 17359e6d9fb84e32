import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Hono } from 'hono'
import { clientNetwork, connectionClient, proxyMatcher } from './client-address.ts'

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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientNetworks } from './client-networks.ts'

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

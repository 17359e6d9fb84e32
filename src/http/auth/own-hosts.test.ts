import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownHosts, type OwnHosts } from './own-hosts.ts'

const check = (hosts: OwnHosts, host: string | undefined, url = '/') =>
  hosts.check({ url, headers: { host }, rawHeaders: host === undefined ? [] : ['Host', host] })

const assertHosts = (hosts: OwnHosts, ours: readonly string[], foreign: readonly string[]): void => {
  // Twice, since what was found is remembered.
  for (let time = 1; time <= 2; time += 1) {
    for (const host of ours) assert.equal(check(hosts, host), 'ours', host)
    for (const host of foreign) assert.equal(check(hosts, host), 'foreign', host)
  }
}

test('ours are the host of PUBLIC_URL and those of ALLOWED_HOSTS', () => {
  const hosts = ownHosts({
    bind: '0.0.0.0',
    publicUrl: 'https://papers.example.org',
    allowedHosts: ['papers.internal', '192.0.2.1:8080', '[2001:db8::1]'],
  })
  assertHosts(
    hosts,
    [
      'papers.example.org',
      'PAPERS.example.org',
      'papers.example.org.',
      'papers.example.org:443',
      'papers.internal',
    ].concat(['papers.internal:9000', '192.0.2.1:8080', '[2001:db8::1]', '[2001:DB8::1]:80']),
    [
      'evil.example',
      'papers.example.org:80',
      'papers.example.org.evil.example',
      'xpapers.example.org',
      '127.0.0.1',
    ].concat(['192.0.2.1', '192.0.2.1:80', 'localhost', '', 'a b', 'papers.example.org@evil', 'papers.example.org:x']),
  )
  assert.equal(hosts.isUndeclared, false)
})

test('where only this machine can come, its names are ours with any port', () => {
  for (const bind of ['127.0.0.1', '::1', 'localhost', '127.0.0.9'])
    assertHosts(
      ownHosts({ bind, publicUrl: null, allowedHosts: [] }),
      ['127.0.0.1', '127.0.0.1:8080', 'localhost', 'LOCALHOST:1', '[::1]:8080', '[::1]'],
      ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '127.0.0.2', '[::2]'],
    )
})

test('an address in the request line counts, not the header beside it', () => {
  const hosts = ownHosts({ bind: '127.0.0.1', publicUrl: null, allowedHosts: [] })
  assert.equal(check(hosts, '127.0.0.1', 'http://evil.example/'), 'foreign')
  assert.equal(check(hosts, '127.0.0.1', 'http://localhost:80/'), 'ours')
  assert.equal(check(hosts, '127.0.0.1', 'evil.example:443'), 'foreign')
  assert.equal(check(hosts, '127.0.0.1', '*'), 'ours')
})

test('several hosts are noticed, even when they are equal', () => {
  const hosts = ownHosts({ bind: '127.0.0.1', publicUrl: null, allowedHosts: [] })
  const rawHeaders = ['Host', '127.0.0.1', 'Accept', '*/*', 'hOST', '127.0.0.1']
  assert.equal(hosts.check({ url: '/', headers: { host: '127.0.0.1' }, rawHeaders }), 'several')
})

test('who claims no host is taken, and an open address without PUBLIC_URL is undeclared', () => {
  const hosts = ownHosts({ bind: '0.0.0.0', publicUrl: null, allowedHosts: ['papers.internal'] })
  assert.equal(check(hosts, undefined), 'ours')
  assert.equal(hosts.isUndeclared, true)
  assertHosts(hosts, ['papers.internal'], ['192.0.2.1', 'localhost'])
})

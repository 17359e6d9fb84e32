import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corePaper } from '../../../../test/support/database/stored.ts'
import { deadLinks } from './dead-links.ts'

const reasons = (url: string | null): string[] => deadLinks(corePaper({ url })).map(({ reason }) => reason)

test('addresses that lead nowhere are reported, each with its reason', () => {
  const dead: [string, RegExp][] = [
    ['http://localhost:8080/x', /reserved name/u],
    ['https://printer.local/x', /reserved name/u],
    ['https://paper.example/x', /reserved name/u],
    ['https://wiki.corp/x', /reserved name/u],
    ['https://example.org/x', /placeholder/u],
    ['https://www.your-domain.com/x', /placeholder/u],
    ['https://intranet/x', /reserved name/u],
    ['https://papers/x', /no name of the public internet/u],
    ['http://10.1.2.3/x', /no address of the public internet/u],
    ['http://172.31.0.1/x', /no address of the public internet/u],
    ['http://169.254.169.254/latest', /no address of the public internet/u],
    ['http://2130706433/', /no address of the public internet/u],
    ['http://0x7f.1/', /no address of the public internet/u],
    ['http://[::1]/x', /no address of the public internet/u],
    ['http://[fd00::1]/x', /no address of the public internet/u],
    ['http://[::ffff:a9fe:a9fe]/x', /no address of the public internet/u],
    ['http://8.8.8.8/x', /bare number/u],
    ['ftp://a.org/x', /must begin with https/u],
    ['not an address', /complete address/u],
  ]
  for (const [url, pattern] of dead) {
    const found = reasons(url)
    assert.equal(found.length, 1, url)
    assert.match(found[0] ?? '', pattern, url)
  }
})

test('addresses of the public internet are left alone', () => {
  for (const url of [
    'https://arxiv.org/abs/2210.03629',
    'https://doi.org/10.1000/182',
    'https://papers.nips.cc/paper/1',
    'https://172.example-university.edu/x',
    'https://localhost.run.de/x',
    'https://bücher.de./x',
  ])
    assert.deepEqual(reasons(url), [], url)
})

test('without any address there is one finding, and one address is enough', () => {
  assert.deepEqual(
    deadLinks(corePaper()).map(({ field, weight }) => [field, weight]),
    [['url', 10]],
  )
  assert.deepEqual(deadLinks(corePaper({ storageUrl: 'https://arxiv.org/pdf/2210.03629' })), [])
  assert.deepEqual(
    deadLinks(corePaper({ url: 'https://arxiv.org/x', storageUrl: 'http://127.0.0.1/x' })).map(({ field }) => field),
    ['storageUrl'],
  )
  const twice = corePaper({ url: 'http://127.0.0.1/x', storageUrl: 'http://127.0.0.1/x.pdf' })
  assert.deepEqual(
    deadLinks(twice).map(({ field }) => field),
    ['url'],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orcidIn } from './orcid.ts'

test('an ORCID iD is read from an address or text, in one form', () => {
  for (const text of [
    '0000-0002-1825-0097',
    'https://orcid.org/0000-0002-1825-0097',
    'http://www.orcid.org/0000-0002-1825-0097/',
    'orcid.org/0000-0002-1825-0097',
    'ORCID: 0000-0002-1825-0097',
    ' 0000000218250097 ',
  ])
    assert.equal(orcidIn(text), '0000-0002-1825-0097', text)
  assert.equal(orcidIn('0000-0002-1694-233x'), '0000-0002-1694-233X')
})

test('each wrong digit, and two that are exchanged, make it invalid', () => {
  const digits = '0000000218250097'
  for (let at = 0; at < digits.length; at += 1)
    for (let other = 0; other < 10; other += 1) {
      const wrong = digits.slice(0, at) + String(other) + digits.slice(at + 1)
      assert.equal(orcidIn(wrong) === null, wrong !== digits, wrong)
    }
  assert.equal(orcidIn('0000-0002-1852-0097'), null)
  for (const text of ['', '0000-0002-1825-009', '0000-0002-1825-00977', 'https://example.org/0000-0002-1825-0097', 'X'])
    assert.equal(orcidIn(text), null, text)
})

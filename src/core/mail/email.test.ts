import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailFaults } from './email.ts'

const good = {
  subject: 'Five papers',
  text: 'Five papers.',
  html: '<a href="https://example.org/p">Read</a> <a href="mailto:a@example.org">Write</a> <img src="cid:1" alt="A curve">',
}

test('an email that providers like has no fault', () => {
  assert.deepEqual(emailFaults(good), [])
})

test('everything that providers object to is reported', () => {
  const faults: [Partial<typeof good>, RegExp][] = [
    [{ text: ' \n' }, /^It has no plain text\.$/u],
    [{ subject: 'x'.repeat(79) }, /^The subject has 79 characters/u],
    [{ html: 'x'.repeat(100_000) }, /^It has 101 kB; providers clip emails over 100 kB\.$/u],
    [{ html: '<a href="http://example.org/">x</a>' }, /^It links to http:\/\/example\.org\/ without https\.$/u],
    [
      { html: '<a href="/papers/p1">x</a><a href="#x">' },
      /^It links to \/papers\/p1 and 1 more places without https\.$/u,
    ],
    [{ html: '<img src="a.png" alt="">' }, /^1 picture has no alternative text\.$/u],
  ]
  for (const [change, message] of faults) {
    const [found, ...more] = emailFaults({ ...good, ...change })
    assert.match(String(found), message)
    assert.deepEqual(more, [])
  }
})

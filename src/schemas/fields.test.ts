import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../test/support/generated/text.ts'
import { lines, emailAddress } from './fields.ts'
import { validate } from './validate.ts'
import { budget } from '../../test/support/budgets.ts'

const address = (text: string): string | null => {
  const checked = validate(emailAddress(), text)
  return checked.ok ? checked.value : null
}

test('an address that a mail server accepts is valid', () => {
  for (const text of ['name@example.org', 'first.last+tag@mail.example.org', "o'brien@example.org", 'a@b.co'])
    assert.equal(address(text), text)
  assert.equal(address(' name@example.org '), 'name@example.org')
})

test('an address is the same however its host is written', () => {
  for (const host of ['münchen.example', 'MÜNCHEN.example', 'mu\u0308nchen.example', 'xn--mnchen-3ya.example'])
    assert.equal(address(`name@${host}`), 'name@xn--mnchen-3ya.example', host)
  assert.equal(address('Name@EXAMPLE.org'), 'Name@example.org')
})

test('an address that would reach someone else, or nobody, is invalid', () => {
  for (const text of [
    '',
    'name',
    'name@',
    '@example.org',
    'name@localhost',
    'name@example.',
    'name@.org',
    'name@exa..mple.org',
    'a@b@example.org',
    'a b@example.org',
    'a@example.org,b@example.org',
    'a@example.org;b@example.org',
    'a@example.org b@example.org',
    'Name <name@example.org>',
    '<name@example.org>',
    'a@[127.0.0.1]',
    '"a b"@example.org',
    'a:b@example.org',
    'a(b)@example.org',
    'a\\@example.org',
    'a\u00a0b@example.org',
  ])
    assert.deepEqual(
      validate(emailAddress(), text),
      { ok: false, errors: [{ path: 'body', message: 'must be one email address, such as name@example.org' }] },
      text,
    )
})

test('no line can be smuggled into an email by an address', () => {
  for (const sign of ['\r\n', '\n', '\r', '\0', '\u2028', '\u0085', '\v'])
    for (const text of [`a@example.org${sign}Bcc: b@example.org`, `a${sign}@example.org`, `a@example.org${sign}`])
      assert.equal(address(text), null, JSON.stringify(text))
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const found = address(`${before}@${after}`)
      if (found !== null)
        assert.match(found, /^[^\s@<>,;:"\u0000-\u001f\u007f-\u009f]+@[^\s@<>,;:"\u0000-\u001f]+\.[^\s@.]+$/u)
    }),
    { numRuns: budget('cheapProperties') },
  )
})

/** An address of this many characters, with a mailbox and labels as long as they may be. */
const addressOf = (length: number): string => {
  const rest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.`
  return `${rest}${'d'.repeat(length - rest.length - 4)}.org`
}

test('an address has at most 254 characters, 64 of them before the @', () => {
  assert.equal(address(addressOf(254)), addressOf(254))
  assert.equal(address(addressOf(255)), null)
  assert.equal(address(`${'a'.repeat(65)}@example.org`), null)
})

test('a list keeps its order and drops repetitions, compared as they are stored', () => {
  const checked = validate(lines(5, 10), ['b', 'a', ' b ', 'caf\u00e9', 'cafe\u0301'])
  assert.deepEqual(checked, { ok: true, value: ['b', 'a', 'caf\u00e9'] })
})

test('each wrong entry of a list is named by its place', () => {
  assert.deepEqual(validate(lines(5, 3), ['ok', '', 'long', 7, 'a\nb']), {
    ok: false,
    errors: [
      { path: '1', message: 'must not be empty' },
      { path: '2', message: 'must have at most 3 characters' },
      { path: '3', message: 'must be a text' },
      { path: '4', message: 'must be one line without control characters' },
    ],
  })
})

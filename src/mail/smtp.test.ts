import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requiresStartTls } from './smtp.ts'

test('STARTTLS is required of a mail server elsewhere, unless the address says otherwise', () => {
  for (const [url, isRequired] of [
    ['smtp://mail.example.org', true],
    ['smtp://user:word@mail.example.org:587', true],
    ['smtp://192.0.2.1:25', true],
    ['smtp://127.0.0.1.example.org', true],
    ['smtps://mail.example.org', false],
    ['smtp://127.0.0.1:2525', false],
    ['smtp://localhost', false],
    ['smtp://[::1]:25', false],
    ['smtp://mail.example.org?requireTLS=false', false],
    ['smtp://mail.example.org?ignoreTLS=true', false],
  ] as const)
    assert.equal(requiresStartTls(url), isRequired, url)
})

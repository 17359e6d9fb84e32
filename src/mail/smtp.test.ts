import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SendFailure } from '#core/mail/outbox.ts'
import { asSendFailure, requiresStartTls } from './smtp.ts'

type Facts = { code?: string; command?: string; responseCode?: number; response?: string; originalCode?: string }

const failed = (facts: Facts): SendFailure => asSendFailure(Object.assign(new Error('x'), facts))

test('what an error of SMTP says: of the email, of a connection, or of the server', () => {
  const aboutRecipient = { code: 'EENVELOPE', command: 'RCPT TO' }
  for (const [facts, kind] of [
    [{ ...aboutRecipient, responseCode: 550 }, 'final'],
    [{ ...aboutRecipient, responseCode: 450 }, 'temporary'],
    [{ ...aboutRecipient, responseCode: 421 }, 'temporary'],
    [{ code: 'EMESSAGE', command: 'DATA', responseCode: 452 }, 'temporary'],
    [{ code: 'ECONNECTION', command: 'CONN', responseCode: 421 }, 'dropped'],
    [{ code: 'ECONNECTION', command: 'CONN' }, 'dropped'],
    [{ code: 'ECONNECTION' }, 'dropped'],
    [{ code: 'ETIMEDOUT', command: 'CONN' }, 'dropped'],
    [{ code: 'ESOCKET', command: 'CONN', originalCode: 'ECONNRESET' }, 'dropped'],
    [{ code: 'ESOCKET', command: 'CONN', originalCode: 'ECONNREFUSED' }, 'unreachable'],
    [{ code: 'EDNS', command: 'CONN' }, 'unreachable'],
    [{ code: 'EPROTOCOL', command: 'CONN', responseCode: 421 }, 'unreachable'],
    [{ code: 'ECONNECTION', command: 'EHLO', responseCode: 421 }, 'unreachable'],
    [{ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 421 }, 'unreachable'],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }, 'unreachable'],
  ] as [Facts, SendFailure['kind']][])
    assert.equal(failed(facts).kind, kind, JSON.stringify(facts))
  assert.equal(asSendFailure('x').kind, 'unreachable')
})

test('a domain rests where its server closes the connection, and an address is judged by refusals for good', () => {
  assert.equal(failed({ code: 'ECONNECTION', command: 'CONN', responseCode: 421 }).restsDomain, true)
  assert.equal(failed({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 421 }).restsDomain, true)
  assert.equal(failed({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450 }).restsDomain, false)
  const response = '550 5.1.1 no such user'
  assert.equal(failed({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response }).bounce, 'hard')
})

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

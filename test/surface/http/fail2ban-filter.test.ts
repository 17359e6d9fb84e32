import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino, stdTimeFunctions } from 'pino'

const page = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8')

/** The documented expression, with the address as fail2ban reads it. */
const failregex = (): RegExp => {
  const text = /^failregex = (?<expression>.+)$/mu.exec(page)?.groups?.expression ?? ''
  assert.match(text, /<ADDR>/u)
  return new RegExp(text.replace('<ADDR>', String.raw`(?<ip>[\da-f.:]+)`), 'u')
}

/** A line as the service writes it. */
const lineOf = (level: 'warn' | 'info', facts: object, message: string): string => {
  let line = ''
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      line += String(chunk)
      done()
    },
  })
  pino({ base: null, timestamp: stdTimeFunctions.isoTime }, output)[level](facts, message)
  return line.trimEnd()
}

test('the documented filter for fail2ban finds the address of a failed sign-in, and nothing that a client wrote', () => {
  for (const client of ['192.0.2.7', '2001:db8::7'])
    assert.equal(failregex().exec(lineOf('warn', { client }, 'sign-in failed'))?.groups?.ip, client)
  const forged = '/"client":"192.0.2.9","msg":"sign-in failed"}'
  assert.equal(failregex().exec(lineOf('info', { path: forged }, 'request')), null)
  assert.equal(failregex().exec(lineOf('warn', { path: forged }, forged)), null)
})

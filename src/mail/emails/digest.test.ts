import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailFaults } from '#core/mail/email.ts'
import { MAX_ENTRIES } from '#core/following/digest.ts'
import { MAX_FOLLOWS } from '#core/following/follow.ts'
import type { DigestPart } from '#ports/email-composer.ts'
import { house } from '../../../test/support/ports.ts'
import { emailComposer } from './email-templates.ts'

const composer = emailComposer({
  site: house,
  publicUrl: () => 'https://library.example',
  secret: Buffer.alloc(32, 1),
})

const entry = (number: number) => ({
  path: `/papers/p${number}`,
  title: `Measuring what checkpoints cost agents that plan for longer than their memory lasts, part ${number}`,
  authors: ['Ada Example', 'Ben Example', 'Cy Example', 'Di Example'],
  note: '2026',
})

const part = (entries: number, more: number, isCounted = true): DigestPart => ({
  name: 'papers with all of: agent memory, in chapter 3 (Memory), from 2025',
  address: '/?q=agent+memory&match=all&chapter=3&year=2025&sort=added',
  entries: Array.from({ length: entries }, (_, index) => entry(index)),
  more,
  isCounted,
})

const digest = (...parts: DigestPart[]) => composer.digest({ subscriberId: 's_1', parts })

test('the largest digests are what providers like, and no page of one is cut', () => {
  const half = MAX_ENTRIES / 2
  assert.deepEqual(emailFaults({ ...digest(part(half, 412), part(half, 3)), subject: '' }), [])
  const many = digest(...Array.from({ length: MAX_FOLLOWS }, () => part(1, 9)))
  assert.deepEqual(emailFaults({ text: 'x', html: many.html ?? '', subject: '' }), [])
})

test('a digest says how much it leaves out, and where all of it is', () => {
  const { subject, text, html = '' } = digest(part(50, 412))
  assert.match(subject, /, part 0 and 461 more \(new in House\)$/u)
  assert.match(
    text,
    /\nAnd 412 more\.\nAll results of this search, new here first: https:\/\/library\.example\/\?q=agent\+memory&match=all&chapter=3&year=2025&sort=added\n/u,
  )
  assert.match(html, />And 412 more\. <a href="https:\/\/library\.example\/\?q=agent\+memory&amp;match=all/u)
  const large = digest(part(50, 4_950, false))
  assert.match(large.subject, /and at least 4999 more/u)
  assert.match(large.text, /\nAnd at least 4950 more\.\n/u)
})

test('the subject has formulas in plain signs', () => {
  const one = { ...part(0, 0), entries: [{ ...entry(1), title: String.raw`$\tau^2$-Bench` }] }
  assert.equal(digest(one).subject, 'τ²-Bench (new in House)')
})

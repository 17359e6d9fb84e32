import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import { attributedQuotes, contentFindings, linkedAddresses, readBriefLink, UNWRITTEN_TAKE } from './brief-checks.ts'

const week = { year: 2026, week: 47 }
const whole = { id: '2026-w47', week, title: 'T', summary: 'S', take: 'W', featured: ['p1'] }
const now = new Date('2026-11-20T12:00:00Z')

const found = (given: Partial<typeof whole>, at = now): string[] =>
  contentFindings({ ...whole, ...given }, at).map(({ part, weight }) => `${part} ${weight}`)

test('a brief without a title, text or take, or before its week, has faults; without papers it is doubtful', () => {
  assert.deepEqual(found({}), [])
  assert.deepEqual(found({ title: ' ', summary: '\n', take: '' }), ['title fault', 'summary fault', 'take fault'])
  assert.deepEqual(found({ take: UNWRITTEN_TAKE }), ['take fault'])
  assert.deepEqual(found({ featured: [] }), ['featured doubt'])
  assert.deepEqual(found({}, new Date('2026-11-15T23:59:59Z')), ['week fault'])
  assert.deepEqual(found({}, new Date('2026-11-16T00:00:00Z')), [])
})

const leads = (address: string) => readBriefLink(address, 'https://papers.example')

test('a link leads here, elsewhere or nowhere', () => {
  assert.deepEqual(leads('/papers/p1?x=1#a'), { leads: 'here', path: '/papers/p1?x=1', isComplete: false })
  assert.deepEqual(leads('https://papers.example/gaps'), { leads: 'here', path: '/gaps', isComplete: true })
  for (const address of ['https://example.org/a', 'mailto:a@example.org', '#take'])
    assert.equal(leads(address).leads, 'elsewhere', address)
  for (const address of [
    '',
    'papers/p1',
    '//example.org/',
    'https:example.org',
    'https://',
    'https://a:b@example.org/',
  ])
    assert.equal(leads(address).leads, 'nowhere', address)
  const markup =
    '<p><a href="/a?b=1&amp;c=2">x</a> <a href="">y</a> <a href="/a?b=1&amp;c=2">z</a></p>' as MarkdownMarkup
  assert.deepEqual(linkedAddresses(markup), ['/a?b=1&c=2', ''])
})

test('quotations that name their paper are found in marks and in blocks', () => {
  const text = [
    'They say “agents forget what they planned” (p12), and "short" (p1), and „Sie vergessen ihre Pläne“ (p3).',
    '“Nobody is named for this one”, and more.',
    '',
    '> It costs more than it saves',
    '> in every run. (p7)',
    '',
    '> “Signed with a dash, and in marks.” — p8',
    '',
    '> Not signed at all.',
  ].join('\n')
  assert.deepEqual(attributedQuotes(text), [
    { quote: 'It costs more than it saves in every run.', paperId: 'p7' },
    { quote: 'Signed with a dash, and in marks.', paperId: 'p8' },
    { quote: 'agents forget what they planned', paperId: 'p12' },
    { quote: 'Sie vergessen ihre Pläne', paperId: 'p3' },
  ])
})

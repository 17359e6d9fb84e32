import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../test/support/generated/text.ts'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import { normalizeText, textError } from '#core/text/normalize-text.ts'
import { weekId, weekOf } from '#core/editorial/week.ts'
import { parseBriefMarkdown, presentBriefMarkdown } from './brief-markdown.ts'
import { budget } from '../../test/support/budgets.ts'

const brief: PublishedBrief = {
  id: '2026-w47',
  week: { year: 2026, week: 47 },
  title: 'Memory that outlives a session',
  summary: 'First paragraph.\n\n- a list\n- of two',
  take: 'Try it on one desk first.',
  featured: ['p12', 'p7'],
  publishedAt: '2026-11-20T12:00:00.000Z',
}

const text = presentBriefMarkdown(brief)
const lines = text.split('\n')

/** The form with one line replaced; without a new line it is left out. */
const withLine = (number: number, by?: string): string =>
  lines.toSpliced(number - 1, 1, ...(by === undefined ? [] : [by])).join('\n')

const refused = (given: string, line: number, message: string): void => {
  assert.deepEqual(parseBriefMarkdown(given), { ok: false, line, message }, given.slice(0, 200))
}

test('a brief is front matter between dashes and two parts', () => {
  assert.deepEqual(lines, [
    '---',
    'week: Week 47, 2026',
    'title: Memory that outlives a session',
    'published: 2026-11-20',
    'featured: p12, p7',
    '---',
    '',
    '## Summary',
    '',
    'First paragraph.',
    '',
    '- a list',
    '- of two',
    '',
    '## House take',
    '',
    'Try it on one desk first.',
    '',
  ])
})

test('what is presented is read back as the same brief', () => {
  assert.deepEqual(parseBriefMarkdown(text), { ok: true, brief })
})

test('line ends of other systems, white space and the other forms of a week do not matter', () => {
  assert.deepEqual(parseBriefMarkdown(text.replaceAll('\n', '\r\n')), { ok: true, brief })
  assert.deepEqual(parseBriefMarkdown(text.trimEnd()), { ok: true, brief })
  assert.deepEqual(parseBriefMarkdown(withLine(2, 'week:2026-w47')), { ok: true, brief })
  assert.deepEqual(parseBriefMarkdown(withLine(2, 'week: 2026-W47')), { ok: true, brief })
  assert.deepEqual(parseBriefMarkdown(withLine(3, 'title: \t Memory that outlives a session  ')), { ok: true, brief })
  assert.deepEqual(parseBriefMarkdown(withLine(5, 'featured:p12 ,p7,')), { ok: true, brief })
})

test('the parts may come in the other order, and other parts between them', () => {
  const [head, parts] = [lines.slice(0, 7), lines.slice(7)]
  const swapped = [
    ...head,
    '## House take',
    'Try it on one desk first.',
    '## Notes',
    'not for print',
    ...parts.slice(0, 6),
  ]
  assert.deepEqual(parseBriefMarkdown(swapped.join('\n')), { ok: true, brief })
})

test('a week may feature no paper at all', () => {
  const plain = { ...brief, featured: [] }
  assert.deepEqual(parseBriefMarkdown(presentBriefMarkdown(plain)), { ok: true, brief: plain })
  assert.deepEqual(parseBriefMarkdown(withLine(5, 'featured:')), { ok: true, brief: plain })
})

test('front matter that does not begin or end is an error at the first line', () => {
  for (const given of ['', '\n---', ' ---\n', '--\n', `\ufeff${text}`, '# A title\n'])
    refused(given, 1, 'must begin with a line of three dashes')
  refused(withLine(6), 1, 'the front matter must end with a line of three dashes')
})

test('a wrong line of the front matter is an error at its line', () => {
  const message = 'must be week:, title:, published: or featured: with a value'
  for (const line of ['', 'title', 'title:', 'title:   ', 'Title: x', ' title: x', 'author: x', '# title: x'])
    refused(withLine(3, line), 3, message)
  refused(withLine(2, 'week: '), 2, message)
  refused(withLine(4, 'published:'), 4, message)
})

test('a missing name of the front matter is an error at its end', () => {
  for (const [number, name] of [
    [2, 'week'],
    [3, 'title'],
    [4, 'published'],
    [5, 'featured'],
  ] as const)
    refused(withLine(number), 5, `the front matter has no ${name}:`)
})

test('a week that does not exist is an error at its line', () => {
  for (const week of ['Week 54, 2026', 'Week 53, 2025', 'Week 0, 2026', '47', 'next week'])
    refused(withLine(2, `week: ${week}`), 2, 'week must have the form "Week 47, 2026"')
})

test('a day that does not exist is an error at its line', () => {
  for (const day of [
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-11-31',
    '2026-11-1',
    '20.11.2026',
    '2026-11-20T12:00Z',
    'today',
  ])
    refused(withLine(4, `published: ${day}`), 4, 'published must be a day such as 2026-11-20')
  assert.equal(parseBriefMarkdown(withLine(4, 'published: 2028-02-29')).ok, true)
})

test('a missing part is an error at the end, an empty one at its heading', () => {
  refused(withLine(8), 17, 'there is no section "## Summary"')
  refused(withLine(15), 17, 'there is no section "## House take"')
  refused(withLine(8, '### Summary'), 18, 'there is no section "## Summary"')
  refused(withLine(17), 15, '"## House take" is empty')
  refused(lines.toSpliced(8, 6).join('\n'), 8, '"## Summary" is empty')
})

test('text that cannot be stored is refused', () => {
  refused(text.replace('First', '\0'), 1, 'must not contain a NUL character')
  refused(text.replace('First', '\ud800'), 1, 'must be valid Unicode, without lone surrogates')
  refused(text.replace('First', '\u001b[31m'), 1, 'must not contain control characters')
})

/** A text as a brief holds it: in stored form, without white space around it. */
const written = (form: 'line' | 'block') =>
  anyText
    .map((given) => normalizeText(given, form).trim().normalize('NFC').replaceAll(/\r\n?/gu, '\n'))
    .filter((given) => given !== '' && textError(given, form) === null && given === given.trim())
    .filter((given) => !/^## /mu.test(given))

const anyBrief: fc.Arbitrary<PublishedBrief> = fc
  .record({
    day: fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
    title: written('line'),
    summary: written('block'),
    take: written('block'),
    featured: fc.array(
      fc.nat().map((number) => `p${number}`),
      { maxLength: 6 },
    ),
  })
  .map(({ day, ...rest }) => ({
    id: weekId(weekOf(day)),
    week: weekOf(day),
    ...rest,
    publishedAt: `${day.toISOString().slice(0, 10)}T12:00:00.000Z`,
  }))

test('any brief is read back as it was presented', () => {
  fc.assert(
    fc.property(anyBrief, (given) => {
      assert.deepEqual(parseBriefMarkdown(presentBriefMarkdown(given)), { ok: true, brief: given })
    }),
    { numRuns: budget('properties') },
  )
})

test('any text is read, or its error names a line that exists', () => {
  const scraps = fc
    .array(fc.oneof(fc.constantFrom(...lines, '---', 'week:', 'title: x', '## Summary'), anyText), { maxLength: 14 })
    .map((parts) => parts.join('\n'))
  fc.assert(
    fc.property(scraps, (given) => {
      const checked = parseBriefMarkdown(given)
      if (!checked.ok) assert.ok(checked.line >= 1 && checked.line <= given.split('\n').length, String(checked.line))
    }),
    { numRuns: budget('properties') },
  )
})

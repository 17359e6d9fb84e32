import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#core/failure.ts'
import { finds, found } from '../../../../test/support/search.ts'
import { anyText } from '../../../../test/support/generated/text.ts'
import { parseSearchQuery, searchFields, type SearchQuery } from '#core/search/search-query.ts'
import { budget } from '../../../../test/support/budgets.ts'

// What holds whatever is typed.

/** Words, operators and signs in any order: what people type, and what they type by mistake. */
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Array.from('"-*: ,+#()¦§'), ' OR ', ' AND ', ' NOT ', ' NEAR(', 'title:', 'author:', 'x:'),
      fc.constantFrom('plan', 'long-horizon', 'c++', 'gpt-4o', '深度学习', '学', 'é', "don't", ' '),
      anyText,
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('no text throws anything but `invalid`, and that only when it is too long', () => {
  fc.assert(
    fc.property(fc.oneof(typed, anyText), (text) => {
      try {
        parseSearchQuery(text)
      } catch (error) {
        assert.ok(error instanceof Failure, String(error))
        assert.equal(error.code, 'invalid')
        assert.match(error.message, /^q: must have at most (?:256 characters|16 words)$/u)
      }
    }),
    { numRuns: budget('cheapProperties') },
  )
})

/** The parsed query, or null for one that is refused for its size. */
const parsed = (text: string): SearchQuery | null => {
  try {
    return parseSearchQuery(text)
  } catch {
    return null
  }
}

test('whatever is typed, every pattern has tokens of letters and digits only, and a field that exists', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const query = parsed(text)
      if (query === null) return
      for (const group of query.all) assert.ok(group.length > 0)
      for (const { field, tokens } of [...query.all.flat(), ...query.none]) {
        assert.ok(field === null || searchFields.includes(field))
        assert.ok(tokens.length > 0)
        for (const token of tokens) assert.match(token, /^(?:[a-z0-9]|[^\u0000-\u00a9\s])+$/u)
      }
    }),
    { numRuns: budget('cheapProperties') },
  )
})

/** A title, as it is stored. */
const title = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Long-horizon',
        'planning',
        'C++',
        'GPT-4o',
        '深度学习',
        '学',
        'cafés',
        "agent's",
        'in',
        'データ',
      ),
      anyText,
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(' ').normalize('NFC'))

/** The words of a title as a person would copy them: without signs that mean something in a query. */
const copied = (text: string): string[] =>
  text
    .split(/\s+/u)
    .map((word) => word.replace(/^-+|[":*]+/gu, ''))
    .filter((word) => !/^(?:OR|AND)$/u.test(word) && !word.startsWith('-') && /[\p{L}\p{N}]/u.test(word))

test('a text is found by each of its own words, and not when one of them is excluded', () => {
  fc.assert(
    fc.property(title, (text) => {
      for (const word of copied(text)) {
        const query = parsed(word)
        if (query === null || query.all.length === 0) continue
        const plain = text.replaceAll(/["*:]/gu, '')
        assert.equal(finds(query, plain), true, JSON.stringify({ word, text }))
        assert.equal(found(`-${word}`, plain), false, JSON.stringify({ word, text }))
      }
    }),
    { numRuns: budget('costlyProperties') },
  )
})

test('a text is found by itself in quotes', () => {
  fc.assert(
    fc.property(title, (text) => {
      const plain = text.replaceAll('"', ' ')
      const query = parsed(`"${plain}"`)
      if (query !== null && query.all.length > 0) assert.equal(finds(query, plain), true)
    }),
    { numRuns: budget('properties') },
  )
})

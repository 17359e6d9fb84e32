import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerpt, highlights, splitSegments } from './highlight.ts'
import { parseSearchQuery, type SearchField } from './search-query.ts'

const marked = (text: string, query: string, field: SearchField = 'abstract'): string[] =>
  highlights(text, field, parseSearchQuery(query)).map(({ start, end }) => text.slice(start, end))

test('words are marked in every form that the index takes for the same', () => {
  assert.deepEqual(marked('Planning the plans, planned.', 'plan'), ['Planning', 'plans', 'planned'])
  assert.deepEqual(marked('A naïve Ångström', 'naive angstrom'), ['naïve', 'Ångström'])
  assert.deepEqual(marked('With GPT-4o and C++, not C', 'gpt4o c++'), ['GPT-4o', 'C++'])
  assert.deepEqual(marked('長期的な計画を学ぶ', '計画'), ['計画'])
})

test('phrases are marked as a whole, prefixes with their word', () => {
  assert.deepEqual(marked('a long horizon, long ago', '"long horizon"'), ['long horizon'])
  assert.deepEqual(marked('the long-horizon task', 'long-horizon'), ['long-horizon'])
  assert.deepEqual(marked('checkpoints, check', 'checkp*'), ['checkpoints'])
})

test('only wanted words of the field are marked', () => {
  assert.deepEqual(marked('agents and memory', 'agents -memory'), ['agents'])
  assert.deepEqual(marked('agents', 'title:agents'), [])
  assert.deepEqual(marked('agents', 'title:agents', 'title'), ['agents'])
  assert.deepEqual(marked('agents', '???'), [])
})

test('touching spans become one, and the pieces make the whole text again', () => {
  const text = 'long horizons'
  const query = parseSearchQuery('"long horizon" horizon long')
  const found = splitSegments(text, highlights(text, 'title', query))
  assert.deepEqual(found, [{ text: 'long horizons', isMatch: true }])
  const parts = splitSegments('a b c', [{ start: 2, end: 3 }])
  assert.equal(parts.map((piece) => piece.text).join(''), 'a b c')
})

const shown = (text: string, query: string, length = 60): string =>
  excerpt(text, highlights(text, 'abstract', parseSearchQuery(query)), length)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('')

test('an excerpt is cut between words around the first marked one', () => {
  const text = `${'filler '.repeat(30)}the agent waits ${'and more '.repeat(30)}`.trim()
  assert.match(shown(text, 'agent'), /^…(?:filler )+the \[agent\](?: [a-z]+)*…$/u)
  assert.ok(shown(text, 'agent').length < 150)
  assert.equal(shown('An agent.', 'agent'), 'An [agent].')
  assert.match(shown(text, 'nothing'), /^filler .*filler…$/u)
})

test('an excerpt breaks no character in a text without blanks', () => {
  const text = '𠮷'.repeat(200)
  for (const length of [30, 31]) assert.ok(shown(text, 'x', length).isWellFormed())
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateTokens } from './estimate-tokens.ts'
import { QueryTokens } from './query-tokens.ts'
import fc from 'fast-check'
import { OTHER_WORD, stem, tokenize } from './tokenize.ts'
import { budget } from '../../../test/support/budgets.ts'

test('tokens are counted by runs of letters, by digits, by signs and by bytes of other scripts', () => {
  const counted: Record<string, number> = {
    '': 0,
    plan: 2,
    'planning ahead for a day': 6,
    'a b c d': 5,
    'Zed Zed': 4,
    'Lovelace Ada': 5,
    RLHF: 2,
    RLHFRLHF: 4,
    ABc: 3,
    '2026': 3,
    arXiv2506: 7,
    '{"":""}': 3,
    'one\n\ntwo': 4,
    né: 4,
    'said “so” —': 9,
    日本: 6,
    '\ud83d\ude00': 4,
    '\ud800': 3,
    '\u007f': 1,
  }
  for (const [text, tokens] of Object.entries(counted)) assert.equal(estimateTokens(text), tokens, text)
})

const endings = fc.constantFrom(
  '',
  'y',
  'ying',
  'yed',
  'ies',
  'ing',
  'ed',
  's',
  'ational',
  'izer',
  'eed',
  'ation',
  'bled',
)
const beginnings = fc.stringMatching(/^[a-z]{0,5}[a-z0-9]?$/)
const words = fc.tuple(beginnings, endings, endings).map((parts) => parts.join(''))

test('a word whose stem is asked for is never taken for another one', () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 1 }), (some) => {
      const asked = new QueryTokens(some.map(stem))
      for (const word of some) assert.ok(word.length === 0 || asked.mayBe(word), word)
    }),
    { numRuns: budget('properties') },
  )
})

test('most other words are recognised by how they begin', () => {
  const asked = new QueryTokens(['plan', 'memori', 'c\uff0b', 'é', 'ab'])
  assert.deepEqual(
    ['plane', 'memory', 'abyss', 'agent', 'plot', 'mem', 'c'].map((word) => asked.mayBe(word)),
    [true, true, true, false, false, true, false],
  )
})

const text = 'Planning with GPT-4o, in C++: we plan. Mémoires, 日本語 and PLANS of b2b'

test('other words come as one without letters, in their place', () => {
  const asked = new QueryTokens(['plan', 'gpt4o', '日本', 'memoir'])
  const whole = tokenize(text)
  const some = tokenize(text, true, asked)
  assert.equal(some.length, whole.length)
  for (const [index, word] of whole.entries()) {
    const tokens = [...word.parts, ...word.joined].filter(({ token }) => asked.has(token))
    if (some[index] === OTHER_WORD) assert.deepEqual([tokens, word.parts.length], [[], 1])
    else assert.deepEqual(some[index], word)
  }
  assert.ok(some.filter((word) => word === OTHER_WORD).length >= 5)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { testSeed } from '../../../test/support/generated/random.ts'
import { bestQuotation, locateQuotation, quotationDifference, quotedTextOf } from './quotations.ts'

const TEXT =
  'Large agents forget. We present “Keeper”, a memory that an agent writes after each long-horizon task – and reads before the ' +
  'next one. It needs 3.5 hours less than a plain context window, and efﬁcient check-\npoints keep its state. ' +
  'In twelve benchmarks it improves accuracy by 14 points over the best earlier method.'

const located = (quote: string, text = TEXT): [match: string, place: string | null] => {
  const { match, start, end } = locateQuotation(quote, quotedTextOf(text, false))
  return [match, start === null ? null : text.slice(start, end)]
}

test('a quotation to the letter is exact, with its place in the text', () => {
  assert.deepEqual(located('a memory that an agent writes'), ['exact', 'a memory that an agent writes'])
  assert.deepEqual(located('“a memory that an agent writes”'), ['exact', 'a memory that an agent writes'])
})

test('white space, hyphens at line ends, marks, dashes, ligatures, forms of letters and a capital do not count', () => {
  const same = [
    'A memory that an agent  writes\nafter each long-hori-\nzon task',
    'We present "Keeper", a memory',
    'We present ‘Keeper’, a memory',
    'task — and reads before',
    'task - and reads before',
    'and efficient checkpoints keep its state',
    'It needs 3.5\u00a0hours less'.normalize('NFD'),
    '[I]n twelve benchmarks it improves accuracy,',
  ]
  for (const quote of same) assert.equal(located(quote)[0], 'normalized', quote)
})

test('an ellipsis or words in brackets stand for words of the text', () => {
  const whole = 'a memory that an agent writes after each long-horizon task – and reads before the next one'
  for (const sign of ['…', '...', ' [...] ', ' […] ', ' . . . ', ' (…) '])
    assert.deepEqual(
      located(`a memory that an agent writes${sign}reads before the next one`),
      ['normalized', whole],
      sign,
    )
  assert.deepEqual(located('[Keeper] improves accuracy by 14 points'), ['normalized', 'improves accuracy by 14 points'])
  assert.equal(located('reads before the next one … a memory that an agent writes')[0], 'missing', 'in another order')
  assert.equal(located('a memory that an agent writes … reads after the next one')[0], 'near')
  assert.equal(located(`a memory that ${'x '.repeat(4_000)}… reads before`)[0], 'missing')
})

test('one to three other words are near, with the text as it stands and the difference', () => {
  const near: [string, string][] = [
    [
      'a memory that an agent reads after each long-horizon task',
      'a memory that an agent writes after each long-horizon task',
    ],
    [
      'it improves accuracy by 41 points over the best method',
      'it improves accuracy by 14 points over the best earlier method',
    ],
    ['needs 3.5 hours more than a plain context window', 'needs 3.5 hours less than a plain context window'],
    ['In ten tasks it improves precision by 14 points', 'In twelve benchmarks it improves accuracy by 14 points'],
  ]
  for (const [quote, place] of near) assert.deepEqual(located(quote), ['near', place])
  const quote = 'needs 3.5 hours more than a plain context window'
  const found = locateQuotation(quote, quotedTextOf(TEXT, false))
  assert.deepEqual(
    quotationDifference(quote, found, TEXT).filter(({ kind }) => kind !== 'same'),
    [
      { kind: 'gone', text: 'less' },
      { kind: 'new', text: 'more' },
    ],
  )
})

test('other words are missing, however ordinary', () => {
  const other = [
    'the agent is in the middle of a loop and that is the problem',
    'retrieval of long documents costs more than it returns',
    'an agent forgets the first task before it reads the second',
    'of the',
    'Keepers',
    '!?',
    '',
  ]
  for (const quote of other) assert.deepEqual(located(quote), ['missing', null], quote)
})

test('of several texts, the one in which a quotation stands best counts', () => {
  const [abstract, fullText] = [quotedTextOf(TEXT.toUpperCase(), false), quotedTextOf(`# Keeper\n\n*${TEXT}*`, true)]
  const best = bestQuotation('We present “Keeper”, a memory', [abstract, fullText])
  assert.deepEqual([best?.match, best?.text === fullText], ['exact', true])
  assert.equal(bestQuotation('We present', []), null)
})

test('a stretch of a text is found whatever it is, and with a word changed it is near', () => {
  const word = fc.stringMatching(/^[a-z]{2,9}$/u)
  const given = fc.tuple(fc.array(word, { minLength: 12, maxLength: 60 }), fc.nat(30), fc.integer({ min: 6, max: 12 }))
  fc.assert(
    fc.property(given, ([words, at, length]) => {
      const from = Math.min(at, words.length - length)
      const quoted = words.slice(from, from + length)
      const text = words.join(' ')
      assert.equal(located(quoted.join(' '), text)[0], 'exact')
      const changed = quoted.with(2, 'qqqqqqqqqqqq').join(' ')
      assert.equal(located(changed, text)[0], 'near')
    }),
    { seed: testSeed() },
  )
})

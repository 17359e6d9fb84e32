import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { MAX_WEIGHED_WORDS, parseRankedQuery, wordsOfProse } from './ranked-query.ts'

const weights = (text: string) =>
  Object.fromEntries(parseRankedQuery(text).terms.map(({ term, weight }) => [term, weight]))

test('words of grammar do not count, and words that frame a question count little', () => {
  const { agent = 0, paper = 0, ...others } = weights('what is a paper about the agents')
  assert.deepEqual(others, {})
  assert.ok(paper > 0 && paper < agent)
})

test('words of research count little where a question opens with them, and fully elsewhere', () => {
  const { studi = 1, explor = 1, memori } = weights('are there any studies that explore memory')
  assert.ok(studi < 1 && explor < 1)
  assert.equal(memori, 1)
  assert.equal(weights('what guides agents that explore')['explor'], 1)
  assert.equal(weights('exploration of mazes')['explor'], 1)
  assert.equal(weights('is there a study')['studi'], 1)
  assert.deepEqual(parseRankedQuery('which studies explore memory of agents').content, ['memori', 'agent'])
})

test('a question of fillers alone is asked by them', () => {
  assert.deepEqual(Object.keys(weights('to be or not to be')), ['to', 'be', 'or', 'not'])
})

test('an abbreviation and its long form find each other', () => {
  assert.ok('reinforc' in weights('RL for planning'))
  assert.ok('rl' in weights('reinforcement learning'))
  assert.ok(!('rl' in weights('learning by reinforcement')))
})

test('words of one family with different stems find each other', () => {
  const { rememb = 0, memori = 0 } = weights('how do agents remember')
  assert.ok(memori > 0 && memori < rememb)
  assert.ok('analyz' in weights('flutter analysis'))
})

test('operators demand, plain words only rank', () => {
  assert.equal(parseRankedQuery('agents memory').required, null)
  const { required } = parseRankedQuery('agents "long horizon" -robot title:plan')
  assert.equal(required?.all.length, 2)
  assert.deepEqual(
    required?.none.map(({ tokens }) => tokens),
    [['robot']],
  )
  assert.equal(parseRankedQuery('planning OR memory tools').required?.all.length, 1)
})

test('quotation marks in a long question are prose', () => {
  const long = 'systems for editing text, including "what you see", that run on small machines without disks -tape'
  const { required } = parseRankedQuery(long)
  assert.deepEqual([required?.all.length, required?.none.length], [0, 1])
})

const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}x`).join(' ')

test('a question may have 20,000 characters', () => {
  assert.equal(parseRankedQuery(words(64)).terms.length, 64)
  assert.equal(parseRankedQuery('word '.repeat(4_000)).terms.length, 1)
  assert.throws(
    () => parseRankedQuery('word '.repeat(4_001)),
    (error) => error instanceof Failure && error.details[0]?.path === 'q',
  )
})

test('of a longer text the words that are kept rank, and the others are counted', () => {
  assert.equal(parseRankedQuery(words(64)).dropped, 0)
  const long = parseRankedQuery(`the ${words(70)} and the ${words(3)}`, [], ['w1x', 'w69x', 'w2x'])
  assert.deepEqual(
    long.terms.map(({ term }) => term),
    ['w1x', 'w2x', 'w69x'],
  )
  const [first = 0, , last = 0] = long.terms.map(({ weight }) => weight)
  assert.ok(first > last, 'a repeated word counts more')
  assert.deepEqual([long.dropped, long.content], [67, ['w1x', 'w2x', 'w69x', 'w1x', 'w2x']])
  assert.equal(long.whole.all.length, 3)
})

test('words of grammar take no room in a long text', () => {
  const filler = 'the of and to in is that for it as was with be by on not he this are or them from at which but'
  assert.equal(parseRankedQuery(`${words(60)} ${filler}`).dropped, 0)
  assert.equal(wordsOfProse(`${words(60)} ${filler}`)?.length, 60)
  assert.equal(wordsOfProse(words(64)), null)
  assert.equal(wordsOfProse(words(65))?.length, 65)
  assert.equal(wordsOfProse(words(2_000))?.length, MAX_WEIGHED_WORDS)
})

test('a long text has no operators: a minus sign and quotation marks are prose', () => {
  const { required, whole, terms } = parseRankedQuery(`${words(65)} -3.4 "of points" title:zebra* OR ox`, [], ['zebra'])
  assert.deepEqual([required, whole.none, terms.map(({ term }) => term)], [null, [], ['zebra']])
  const repetitive = parseRankedQuery(`${'long text '.repeat(201)} -zebra`)
  assert.deepEqual([repetitive.required, repetitive.dropped], [null, 0])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#core/failure.ts'
import { parseRankedQuery } from './ranked-query.ts'

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

test('a question may have 2,000 characters and 64 different words', () => {
  assert.equal(parseRankedQuery(words(64)).terms.length, 64)
  assert.equal(parseRankedQuery('word '.repeat(400)).terms.length, 1)
  for (const text of [words(65), 'word '.repeat(401)])
    assert.throws(
      () => parseRankedQuery(text),
      (error) => error instanceof Failure && error.details[0]?.path === 'q',
    )
})

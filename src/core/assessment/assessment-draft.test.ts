import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quoteFinder } from './assessment-draft.ts'

test('words are found in title, abstract and full text however they are set, and others are not', () => {
  const isQuoted = quoteFinder({
    title: 'Long-horizon agents',
    abstract: 'An agent “saves” its state.',
    fullText: `${'filler '.repeat(40_000)}The end is here.`,
  })
  for (const quote of ['long horizon agents', 'an agent "saves" its   state', 'The end is here.'])
    assert.ok(isQuoted(quote), quote)
  for (const quote of ['agents that forget', '', '…', 'the END is here']) assert.ok(!isQuoted(quote), quote)
})

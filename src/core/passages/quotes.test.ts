import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedQuotes, quotableTexts, trueQuotes } from '../../../test/support/generated/operations.ts'
import { locateQuote } from './quotes.ts'

const TEXT =
  'An agent “saves” its state – after each long-horizon call.\nIt loses 3.5 hours at most; naïve Ångström ﬁles remain, and check-\npoints too.'

const match = (quote: string, text = TEXT): string => locateQuote(quote, text, false)[0]?.match ?? 'none'

test('a quotation is exact, or differs in case, blanks, hyphens, quotation marks or Unicode forms', () => {
  for (const quote of [
    'its state – after each long-horizon call',
    '"It loses 3.5 hours"',
    'An agent',
    'points too.',
    '…at most',
  ])
    assert.equal(match(quote), 'exact', quote)
  const varied = [
    'AN AGENT "SAVES" ITS STATE - AFTER',
    "agent 'saves' its\n  state",
    'long horizon call',
    'longhorizon call',
    'long\u2010hori-\nzon call',
    'and checkpoints too',
    'naïve Ångström files remain'.normalize('NFD'),
    'hours at most: naïve'.replace(':', ';').replace(' ', '\u00a0'),
  ]
  for (const quote of varied) assert.equal(match(quote), 'normalized', quote)
})

test('another word, a part of a word or of a number is no quotation', () => {
  const changed = [
    'An agents “saves”',
    'n agent “saves” its',
    'its state – after every',
    'loses 5 hours',
    'loses 3 hours',
    '5 hours at most',
    'points to',
    '!?',
    '',
  ]
  for (const quote of changed) assert.equal(match(quote), 'none', quote)
  assert.equal(match('学習する', '機械学習する方法'), 'exact')
})

test('every place is named, in offsets of the text', () => {
  const text = 'Plan. A PLAN is a plan, not planning.'
  const places = locateQuote('plan', text, false)
  assert.deepEqual(
    places.map(({ start, end }) => text.slice(start, end)),
    ['plan'],
  )
  const folded = locateQuote('pLan', text, false)
  assert.deepEqual(
    folded.map(({ start, end }) => text.slice(start, end)),
    ['Plan', 'PLAN', 'plan'],
  )
  assert.equal(locateQuote('so bold', 'so **bold**', false).length, 0)
  assert.equal(locateQuote('so bold', 'so **bold**', true).length, 1)
})

test('generated quotations are found, those with one word changed are not', () => {
  for (const { quote, source } of trueQuotes(200, 5))
    assert.ok(locateQuote(quote, source.text, false).length > 0, JSON.stringify([quote, source]))
  const texts = quotableTexts()
  for (const { quote, source } of changedQuotes(200, 6)) {
    const found = texts.filter(({ id, text }) => id === source.id && locateQuote(quote, text, false).length > 0)
    assert.deepEqual(found, [], quote)
  }
})

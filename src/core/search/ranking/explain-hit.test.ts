import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainHit, matchedWords, passageSnippet } from './explain-hit.ts'
import { parseRankedQuery } from './ranked-query.ts'
import { corePaper } from '../../../../test/support/database/stored.ts'

const paper = corePaper({
  id: 'p1',
  title: 'Prompt injection',
  abstract: 'Malicious prompts reach agents through pages. Injection is frequent.',
})
const query = parseRankedQuery('Agents hijacked by text, and giraffes')
const meanings = [
  { term: 'inject', weight: 1, of: ['hijack', 'text'] },
  { term: 'prompt', weight: 1, of: ['hijack', 'text'] },
  { term: 'malici', weight: 1, of: ['hijack'] },
  { term: 'nobodi', weight: 1, of: ['giraff'] },
]

test('a hit is explained by the words that it says, those close in meaning, and those it lacks', () => {
  const { fields, close, missing } = explainHit(paper, null, { query, meanings })
  assert.deepEqual(fields, [{ field: 'abstract', words: ['agents'] }])
  assert.deepEqual(close, [
    { words: ['prompt', 'injection', 'prompts'], to: ['hijacked', 'text'] },
    { words: ['malicious'], to: ['hijacked'] },
  ])
  assert.deepEqual(missing, ['giraffes'])
})

test('without meanings, a word that is only meant is missing', () => {
  const { close, missing } = explainHit(paper, null, { query, meanings: [] })
  assert.deepEqual([close, missing], [[], ['hijacked', 'text', 'giraffes']])
})

test('words that are close in meaning are marked, and choose the snippet', () => {
  const { matched, snippet } = matchedWords(paper, { query, meanings })
  assert.deepEqual(matched.title, ['prompt', 'injection'])
  assert.equal(snippet?.field, 'abstract')
  const { matches } = passageSnippet('Nothing. Injection is frequent.', { query, meanings })
  assert.deepEqual(matches, [{ start: 9, end: 18 }])
})

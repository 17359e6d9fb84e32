import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Paper } from '#core/papers/paper.ts'
import { likeliestSplit, nearestSpelling, paperSpellings, wordSplits } from './spelling.ts'

test('a paper is spelt by the words of its title, authors, topics and concepts, whole and once', () => {
  const paper = {
    title: 'Planning the plans of GPT-4o: 計画',
    authors: ['Zoë Ölund'],
    topics: ['long-horizon planning'],
    concepts: ['Checkpointing'],
    abstract: 'not taken',
  } as unknown as Paper
  assert.deepEqual(paperSpellings(paper), ['planning', 'plans', 'olund', 'long', 'horizon', 'checkpointing'])
})

test('the nearest word is meant, and of equally near ones the more frequent', () => {
  const known = [
    { word: 'planning', papers: 4 },
    { word: 'planting', papers: 9 },
    { word: 'plantings', papers: 99 },
  ]
  assert.equal(nearestSpelling('plannin', known), 'planning')
  assert.equal(nearestSpelling('plan', known), null)
  assert.equal(nearestSpelling('plaiting', known), 'planting')
  assert.equal(nearestSpelling('agents', known), null)
  assert.equal(nearestSpelling('planning', []), null)
})

test('a word is joined of two that papers have, of several the ones that more papers have', () => {
  assert.deepEqual(wordSplits('teaspoon'), [
    ['tea', 'spoon'],
    ['teas', 'poon'],
    ['teasp', 'oon'],
  ])
  assert.deepEqual(wordSplits('teapots'), [])
  const papers: Record<string, number> = { help: 9, desk: 4, helpd: 7, esk: 3, once: 1 }
  const papersWith = (word: string): number => papers[word] ?? 0
  assert.deepEqual(likeliestSplit('helpdesk', papersWith), ['help', 'desk'])
  assert.equal(likeliestSplit('helponce', papersWith), null, 'what one paper has may be a chance')
  assert.equal(likeliestSplit('zebra', papersWith), null)
})

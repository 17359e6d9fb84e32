import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Paper } from '#core/papers/paper.ts'
import { editDistance, nearestSpelling, paperSpellings } from './spelling.ts'

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

test('slips are counted: other, missing, added and swapped letters', () => {
  assert.equal(editDistance('planning', 'planning', 2), 0)
  assert.equal(editDistance('planing', 'planning', 2), 1)
  assert.equal(editDistance('plannning', 'planning', 2), 1)
  assert.equal(editDistance('plenning', 'planning', 2), 1)
  assert.equal(editDistance('palnning', 'planning', 2), 1)
  assert.equal(editDistance('plans', 'planning', 2), 3)
  assert.equal(editDistance('memory', 'planning', 2), 3)
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Paper } from '#core/papers/paper.ts'
import { distance, nearest, spellingsOf } from './spelling.ts'

test('a paper is spelt by the words of its title, authors, topics and concepts, whole and once', () => {
  const paper = {
    title: 'Planning the plans of GPT-4o: 計画',
    authors: ['Zoë Ölund'],
    topics: ['long-horizon planning'],
    concepts: ['Checkpointing'],
    abstract: 'not taken',
  } as unknown as Paper
  assert.deepEqual(spellingsOf(paper), ['planning', 'plans', 'olund', 'long', 'horizon', 'checkpointing'])
})

test('slips are counted: other, missing, added and swapped letters', () => {
  assert.equal(distance('planning', 'planning', 2), 0)
  assert.equal(distance('planing', 'planning', 2), 1)
  assert.equal(distance('plannning', 'planning', 2), 1)
  assert.equal(distance('plenning', 'planning', 2), 1)
  assert.equal(distance('palnning', 'planning', 2), 1)
  assert.equal(distance('plans', 'planning', 2), 3)
  assert.equal(distance('memory', 'planning', 2), 3)
})

test('the nearest word is meant, and of equally near ones the more frequent', () => {
  const known = [
    { word: 'planning', papers: 4 },
    { word: 'planting', papers: 9 },
    { word: 'plantings', papers: 99 },
  ]
  assert.equal(nearest('plannin', known), 'planning')
  assert.equal(nearest('plan', known), null)
  assert.equal(nearest('plaiting', known), 'planting')
  assert.equal(nearest('agents', known), null)
  assert.equal(nearest('planning', []), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words } from '../search-text.ts'
import { isNearTitle, nearTitleQuery } from './near-title.ts'

/** Whether a title has one of each group of words that the query asks for. */
const asksFor = (title: string, other: string): boolean => {
  const there = new Set(words(other).flatMap(({ parts }) => parts.map(({ token }) => token)))
  const groups = nearTitleQuery(title)?.all ?? []
  return (
    groups.length > 0 && groups.every((group) => group.some(({ tokens }) => tokens.every((token) => there.has(token))))
  )
}

test('titles with most words in common are near, whatever their order and case', () => {
  const title = 'Checkpoints for agents that work for days'
  for (const other of [
    'Checkpoints for Agents which work for days',
    'Agents that work for days: checkpoints',
    'On checkpoints for agents that work for days',
  ])
    assert.ok(isNearTitle(title, other), other)
  for (const other of ['Checkpoints', 'Memory for agents that plan for weeks', '', 'Agents at work'])
    assert.ok(!isNearTitle(title, other), other)
})

test('the index is asked for most of the longest words, and any two may be missing', () => {
  const title = 'alpha bravo charlie delta foxtrot'
  assert.ok(asksFor(title, 'alpha bravo charlie delta foxtrot'))
  assert.ok(asksFor(title, 'alpha charlie foxtrot'))
  assert.ok(asksFor(title, 'bravo delta foxtrot golf'))
  assert.ok(!asksFor(title, 'alpha bravo golf'))
  assert.ok(asksFor('alpha bravo', 'bravo alpha'))
  assert.ok(!asksFor('alpha bravo', 'alpha'))
  assert.equal(nearTitleQuery('!?'), null)
  assert.ok((nearTitleQuery('a '.repeat(500) + title)?.all.length ?? 99) <= 10)
})

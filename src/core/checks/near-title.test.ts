import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words } from '../search-text.ts'
import { isNearTitle, nearTitleQueries } from './near-title.ts'

/** Whether one of the questions about a title finds another one. */
const finds = (title: string, other: string): boolean => {
  const there = new Set(words(other).flatMap(({ parts }) => parts.map(({ token }) => token)))
  return nearTitleQueries(title).some(({ all }) =>
    all.every((group) => group.some(({ tokens }) => tokens.every((token) => there.has(token)))),
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
  assert.ok(finds(title, 'alpha bravo charlie delta foxtrot'))
  assert.ok(finds(title, 'alpha charlie foxtrot'))
  assert.ok(finds(title, 'bravo delta foxtrot golf'))
  assert.ok(!finds(title, 'alpha bravo golf'))
  assert.ok(finds('alpha bravo', 'bravo alpha'))
  assert.ok(!finds('alpha bravo', 'alpha'))
  assert.deepEqual(nearTitleQueries('!?'), [])
  assert.equal(nearTitleQueries('a '.repeat(500) + title).length, 10)
})

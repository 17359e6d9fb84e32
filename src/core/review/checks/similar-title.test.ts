import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSimilarTitle, similarTitleQueries } from './similar-title.ts'

test('titles with most words in common are near, whatever their order and case', () => {
  const title = 'Checkpoints for agents that work for days'
  for (const other of [
    'Checkpoints for Agents which work for days',
    'Agents that work for days: checkpoints',
    'On checkpoints for agents that work for days',
  ])
    assert.ok(isSimilarTitle(title, other), other)
  for (const other of ['Checkpoints', 'Memory for agents that plan for weeks', '', 'Agents at work'])
    assert.ok(!isSimilarTitle(title, other), other)
})

const findingsFor = (title: string) =>
  similarTitleQueries(title).map(({ all }) => all.map((group) => group.map(({ field, tokens }) => [field, ...tokens])))

test('the index is asked for the longest words of a title, each once and in its title', () => {
  assert.deepEqual(findingsFor('Planning, plans and Voyager'), [
    [[['title', 'voyag']]],
    [[['title', 'plan']]],
    [[['title', 'and']]],
  ])
  assert.deepEqual(findingsFor('!?'), [])
  assert.equal(findingsFor('alpha bravo charlie delta echo foxtrot golf hotel india juliet').length, 8)
})

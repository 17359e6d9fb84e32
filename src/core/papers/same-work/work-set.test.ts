import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Work } from './same-work.ts'
import { workSet } from './work-set.ts'

const work = (given: Partial<Work>): Work => ({
  title: 'Control of shared memory by agents: a study',
  authors: ['Ada Byron'],
  year: 2024,
  doi: null,
  arxivId: null,
  ...given,
})

test('a set of works has another description of one of them, by whatever key it is found', () => {
  const works = workSet()
  assert.equal(works.has(work({})), false)
  works.add(work({ doi: '10.1000/a', arxivId: '2401.00001' }))
  assert.equal(works.has(work({})), true)
  assert.equal(works.has(work({ title: 'Other words', authors: ['Nobody'], doi: '10.1000/a' })), true)
  assert.equal(works.has(work({ title: 'Other words', authors: ['Nobody'], arxivId: '2401.00001' })), true)
  assert.equal(works.has(work({ title: 'Control of shared memory by agents' })), true)
})

test('works that share a key and are different ones stay apart', () => {
  const works = workSet()
  works.add(work({}))
  assert.equal(works.has(work({ title: 'Control of traffic by agents' })), false)
  assert.equal(works.has(work({ title: 'Control of shared memory by agents: part two' })), false)
  assert.equal(works.has(work({ authors: ['Alan Turing'] })), false)
})

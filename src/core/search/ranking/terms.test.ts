import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doSteps, type Steps } from '#core/steps.ts'
import type { Paper } from '#core/papers/paper.ts'
import { splitTokens } from '#core/search/indexed-fields.ts'
import { PHRASE_BREAK } from '#core/text/tokenize.ts'
import { paperTermsInSteps } from './terms.ts'

const paperBy = (authors: string[]): Paper =>
  ({
    title: 'Planning',
    abstract: null,
    authors,
    topics: ['tools'],
    concepts: [],
    institution: null,
  }) as unknown as Paper

const countSteps = (steps: Steps<unknown>): number => {
  let count = 1
  while (steps.next().done !== true) count += 1
  return count
}

test('the words of thousands of long names are found in many steps', () => {
  const authors = Array.from({ length: 2_000 }, (_, index) => `${index} ${'\ufdfa-'.repeat(140)}`)
  // Twice: as words of the index and as spellings. A step has 8,192 characters and the rest of a name.
  const least = Math.floor((2 * authors.join('').length) / (8_192 + 300))
  const steps = countSteps(paperTermsInSteps(paperBy(authors)))
  assert.ok(steps >= least, `${steps} of ${least}`)
})

test('names keep their order and their topics from step to step', () => {
  const names = Array.from({ length: 300 }, (_, index) => `${`name${index}`.padEnd(100, 'x')} end${index}`)
  const { fields, spellings } = doSteps(paperTermsInSteps(paperBy(names)))
  const lists = splitTokens(fields.authors.positioned).join(' ').split(` ${PHRASE_BREAK} `)
  assert.deepEqual(
    lists.map((list) => list.split(' ').at(-1)),
    names.map((_, index) => `end${index}`),
  )
  assert.equal(fields.topics.positioned, 'tool')
  assert.deepEqual(spellings, ['planning', 'tools'])
})

test('a paper of usual size takes one step', () => {
  assert.equal(countSteps(paperTermsInSteps(paperBy(['Ada Lovelace', 'Charles Babbage']))), 1)
})

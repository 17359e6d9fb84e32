import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaperWithText } from '#core/papers/paper.ts'
import { corePaper } from '../../../test/support/database/stored.ts'
import { toSample } from './vector-space.ts'
import { describeReason } from './suggestion.ts'
import { trainAssessor } from './suggest-assessment.ts'

const memory = (number: number, given: Partial<PaperWithText> = {}): PaperWithText =>
  corePaper({
    id: `p${number}`,
    title: `Episodic memory of agents, study ${number}`,
    abstract:
      'A store of episodes that the agent writes and retrieves. Retrieval from memory keeps long sessions coherent.',
    chapter: 3,
    type: 'system',
    longHorizon: 700_000,
    enterprise: 200_000,
    concepts: ['episodic memory'],
    ...given,
  })

const audit = (number: number): PaperWithText =>
  corePaper({
    id: `p${number}`,
    title: `Permissions and audit in banks, report ${number}`,
    abstract:
      'Compliance officers audit permissions of agents in a bank. Regulators demand evidence of each permission.',
    chapter: 7,
    type: 'case_study',
    longHorizon: 300_000,
    enterprise: 900_000,
    concepts: ['permission model'],
    frameworks: ['EU AI Act'],
  })

const accepted = [1, 2, 3, 4, 5, 6].map((number) => memory(number)).concat([11, 12, 13, 14, 15, 16].map(audit))
const concepts = [
  { name: 'episodic memory', otherNames: ['episode store'] },
  { name: 'permission model', otherNames: [] },
  { name: 'context compression', otherNames: ['history compaction'] },
]
const assessor = trainAssessor(accepted.map(toSample), concepts)

const suggestFor = (given: Partial<PaperWithText>) => {
  const paper = corePaper({ id: 'p99', ...given })
  return assessor.suggest(paper, toSample(paper))
}

test('a paper gets the chapter, type and scores of those that say the same, and they are named', () => {
  const { chapters, types, longHorizon, enterprise } = suggestFor({
    title: 'Retrieval of episodes',
    abstract: 'The agent retrieves from a memory store of episodes in long sessions.',
  })
  assert.deepEqual([chapters[0]?.value, types[0]?.value], [3, 'system'])
  assert.ok((longHorizon?.value ?? 0) > 550_000 && (enterprise?.value ?? 1) < 400_000)
  const [reason] = chapters[0]?.reasons ?? []
  assert.ok(reason !== undefined && 'like' in reason)
  assert.equal(reason.like.length, 3)
  assert.ok(
    reason.like.every(({ id, title }) => Number(id.slice(1)) <= 6 && title.startsWith('Episodic memory of agents')),
  )
  const like = ['p1', 'p2'].map((id) => ({ id, title: `Title of ${id}` }))
  assert.equal(describeReason('concept', { like }), 'like p1, p2')
})

test('concepts and frameworks that a text names are suggested, under earlier names too, with where they stand', () => {
  const { concepts: found, frameworks } = suggestFor({
    title: 'Histories compacted: history compaction for agents',
    abstract: 'We audit permissions of a bank under the EU AI Act.',
    fullText: 'An episode store. Episode stores. The episode store again.',
  })
  const reasons = new Map(found.map(({ value, reasons: why }) => [value, why[0]]))
  assert.deepEqual(reasons.get('context compression'), { named: 'context compression', in: 'title' })
  assert.deepEqual(reasons.get('episodic memory'), { named: 'episodic memory', in: 'full text' })
  assert.deepEqual(frameworks[0]?.reasons[0], { named: 'EU AI Act', in: 'abstract' })
  assert.equal(
    describeReason('concept', { named: 'context compression', in: 'title' }),
    'its title names the concept context compression',
  )
})

test('a phrase that only this paper repeats is proposed as a new concept, a known one or a common one is not', () => {
  const { newConcepts } = suggestFor({
    title: 'Tidal scheduling for agents',
    abstract:
      'Tidal scheduling runs work at night. Tidal scheduling saves power: slow-tide power, slow-tide power, slow-tide power. Episodic memory helps; episodic memory and episodic memory again.',
  })
  assert.deepEqual(
    newConcepts.map(({ value, reasons }) => [value, reasons]),
    [
      ['slow-tide power', [{ says: 'slow-tide power', times: 3 }]],
      ['tidal scheduling', [{ says: 'tidal scheduling', times: 3 }]],
    ],
  )
})

test('a handful of papers teaches nothing, but names in a text are still found', () => {
  const few = trainAssessor(accepted.slice(0, 4).map(toSample), concepts)
  const paper = corePaper({ id: 'p99', title: 'Episodic memory', abstract: 'A benchmark.' })
  const { chapters, longHorizon, concepts: found } = few.suggest(paper, toSample(paper))
  assert.deepEqual([chapters, longHorizon], [[], null])
  assert.deepEqual(
    found.map(({ value }) => value),
    ['episodic memory'],
  )
})

test('papers without an assessment count for nothing', () => {
  const bare = [21, 22, 23, 24, 25, 26].map((number) =>
    memory(number, { chapter: null, type: null, longHorizon: null, enterprise: null, concepts: [] }),
  )
  const paper = corePaper({ id: 'p99', title: 'Episodic memory of agents' })
  const found = trainAssessor(bare.map(toSample), []).suggest(paper, toSample(paper))
  assert.deepEqual([found.chapters, found.longHorizon, found.enterprise, found.concepts], [[], null, null, []])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankCandidates, type JudgedText } from './rank-candidates.ts'

const MEMORY = ['episodic memory', 'long horizon', 'checkpoint recovery', 'agent planning', 'tool failures']
const BIOLOGY = ['protein folding', 'cell division', 'gene expression', 'enzyme kinetics', 'tissue growth']

/** Texts about a field: each names three of its subjects. */
const texts = (subjects: readonly string[], prefix: string, count: number): JudgedText[] =>
  Array.from({ length: count }, (_, index) => {
    const [one, two, three] = [0, 1, 2].map((offset) => subjects[(index + offset) % subjects.length])
    return { id: `${prefix}${index}`, title: `On ${one} and ${two}`, abstract: `We measure ${three} and ${one}.` }
  })

const order = (candidates: readonly JudgedText[], ...material: Parameters<typeof rankCandidates>[1][]): string[] => {
  const ranked = rankCandidates(candidates, material[0] ?? { accepted: [], rejected: [] })
  return candidates
    .map(({ id }, index) => ({ id, score: ranked[index]?.score ?? 0 }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ id }) => id)
}

const candidates = [...texts(BIOLOGY, 'b', 5), ...texts(MEMORY, 'm', 5)]
const accepted = texts(MEMORY, 'p', 12)

test('candidates like the accepted papers come first, and say which ones they are like', () => {
  const first = order(candidates, { accepted, rejected: [] }).slice(0, 5)
  assert.ok(
    first.every((id) => id.startsWith('m')),
    first.join(),
  )
  const ranked = rankCandidates(candidates, { accepted, rejected: [] })
  assert.match(ranked.at(-1)?.reasons.like[0]?.id ?? '', /^p\d+$/u)
  assert.deepEqual(ranked[0]?.reasons, { like: [], unlike: [] })
})

test('what was rejected counts against those that are like it, more so the more was rejected', () => {
  const mixed = { accepted: [...accepted, ...texts(BIOLOGY, 'q', 12)], rejected: texts(BIOLOGY, 'r', 30) }
  const first = order(candidates, mixed).slice(0, 5)
  assert.ok(
    first.every((id) => id.startsWith('m')),
    first.join(),
  )
  const score = (rejected: number): number =>
    rankCandidates(candidates, { ...mixed, rejected: texts(BIOLOGY, 'r', rejected) })[0]?.score ?? 0
  assert.ok(score(30) < score(3) && score(3) < score(0))
  assert.match(rankCandidates(candidates, mixed)[0]?.reasons.unlike[0]?.id ?? '', /^r\d+$/u)
})

test('without decisions all are alike, and what says nothing has a score, too', () => {
  const ranked = rankCandidates([{ id: '1', title: '?', abstract: null }, ...candidates], {
    accepted: [],
    rejected: [],
  })
  assert.deepEqual(new Set(ranked.map(({ score }) => score)), new Set([1_000_000]))
})

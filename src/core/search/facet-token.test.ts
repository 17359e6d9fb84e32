import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Paper } from '#core/papers/paper.ts'
import { countFacetTokens, enterpriseBucket, facetNumber, facets, facetTokens } from './facet-token.ts'

const paper = { year: 2025, chapter: 3, type: 'case_study', enterprise: 825_000 } as Paper

test('a paper has a token for everything it can be filtered by', () => {
  const names = { institution: 4, container: 9 }
  const tokens = facetTokens(paper, { concepts: [12, 7], ...names, hasText: true, addedOn: '2026-11-01' })
  assert.deepEqual(tokens, ['y2025', 'e17', 'd20758', 'm24322', 'c3', 't6', 'k12', 'k7', 'i4', 'v9', 'x1'])
})

test('a paper with required fields only has a year, and the lowest score bucket', () => {
  const bare = { ...paper, chapter: null, type: null, enterprise: null }
  const nothing = { concepts: [], institution: null, container: null, hasText: false, addedOn: null }
  assert.deepEqual(facetTokens(bare, nothing), ['y2025', 'e101'])
})

test('scores are ordered as they are shown, in hundredths', () => {
  assert.deepEqual([1_000_000, 994_999, 995_000, 4_999, 0, null].map(enterpriseBucket), [0, 1, 0, 100, 100, 101])
})

test('tokens of papers are counted by facet', () => {
  const counts = countFacetTokens('y2025 c3 k12 k7\ny2024 c3 k7')
  assert.deepEqual(
    [...counts.year],
    [
      [2024, 1],
      [2025, 1],
    ],
  )
  assert.deepEqual([...counts.chapter], [[3, 2]])
  assert.deepEqual(
    [...counts.concept],
    [
      [7, 2],
      [12, 1],
    ],
  )
  assert.equal(counts.institution.size, 0)
  assert.equal(countFacetTokens('').year.size, 0)
  assert.deepEqual(
    [...countFacetTokens('i70000 i3 i300 i70000 q7').institution],
    [
      [3, 1],
      [300, 1],
      [70_000, 2],
    ],
  )
})

test('the one number of a facet is read from the tokens', () => {
  assert.deepEqual([facetNumber('year', 'y2025 e17 c3'), facetNumber('enterprise', 'y2025 e17 c3')], [2025, 17])
})

test('a long text of tokens is counted as a short one', () => {
  const short = 'y2025 c3 k12 k7 i70000\ny2024 c3 k7 i3'
  const [few, many] = [countFacetTokens(short), countFacetTokens(Array.from({ length: 2_000 }, () => short).join('\n'))]
  for (const facet of facets)
    assert.deepEqual(
      [...many[facet]],
      [...few[facet]].map(([number, papers]) => [number, papers * 2_000]),
    )
  assert.deepEqual([...few.institution.keys()], [3, 70_000])
})

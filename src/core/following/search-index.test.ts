import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Paper } from '#core/papers/paper.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { matchablePaper, requiredFacets, matchesSearch, type StoredSearch, searchIndex } from './search-index.ts'
import { wholeLibraryFollowed } from './followed-search.ts'

const WORDS = Array.from({ length: 400 }, (_, index) => `word${index.toString(36)}x`)

/** A word by a number; low ones are common, as in a language. */
const wordOf = (number: number): string => WORDS[Math.floor(WORDS.length * (number % 1) ** 3)] ?? 'word'

/** Numbers between 0 and 1 that are the same in each run. */
const numbers = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const paperOf = (id: number, next: () => number): Paper =>
  ({
    id: `p${id}`,
    title: Array.from({ length: 6 }, () => wordOf(next())).join(' '),
    authors: [`Ada ${wordOf(next())}`],
    year: 2020 + (id % 5),
    institution: id % 3 === 0 ? 'Example Institute' : null,
    container: null,
    abstract: Array.from({ length: 60 }, () => wordOf(next())).join(' '),
    chapter: (id % 7) + 1,
    type: null,
    longHorizon: null,
    enterprise: null,
    topics: [],
  }) as unknown as Paper

const papersFrom = (count: number, next: () => number) =>
  Array.from({ length: count }, (_, index) =>
    matchablePaper({ paper: paperOf(index, next), concepts: [index % 40], hasText: index % 2 === 0 }),
  )

const searchesFrom = (count: number, next: () => number): StoredSearch[] =>
  Array.from({ length: count }, (_, id) => {
    const [a, b, c] = [wordOf(next()), wordOf(next()), wordOf(next())]
    const text = [
      a,
      `${a} ${b}`,
      `${a} OR ${b}`,
      `"${a} ${b}"`,
      `${a} -${b}`,
      `${a.slice(0, 5)}* ${b}`,
      `title:${a} ${b} ${c}`,
    ]
    const facets = requiredFacets(
      { ...wholeLibraryFollowed, chapter: id % 5 === 0 ? 3 : null },
      id % 7 === 0 ? 4 : null,
    )
    return { id, query: parseSearchQuery(text[id % text.length] ?? a), facets }
  })

test('the index finds what looking at every search finds, and looks at few', () => {
  const next = numbers(7)
  const sample = papersFrom(100, next)
  const searches = searchesFrom(2_000, next)
  const index = searchIndex(searches, sample)
  const sums = { looked: 0, found: 0 }
  for (const paper of papersFrom(40, next)) {
    const expected = searches.filter((search) => matchesSearch(paper, search)).map(({ id }) => id)
    assert.deepEqual(
      index.find(paper).toSorted((a, b) => a - b),
      expected,
    )
    sums.looked += index.candidates(paper).length
    sums.found += expected.length
  }
  assert.ok(sums.found > 1_000, `too few matches to show anything: ${sums.found}`)
  assert.ok(sums.looked < sums.found * 4, `looked at ${sums.looked} searches to find ${sums.found}`)
  assert.ok(sums.looked < searches.length * 40 * 0.25, `looked at ${sums.looked} of ${searches.length * 40}`)
})

test('how many searches are looked at does not grow with those about something else', () => {
  const next = numbers(3)
  const sample = papersFrom(200, next)
  const few = searchesFrom(300, next)
  const others = Array.from({ length: 3_000 }, (_, index): StoredSearch => ({
    id: 10_000 + index,
    query: parseSearchQuery(`${wordOf(next())} rareword${index}`),
    facets: [],
  }))
  const [small, large] = [searchIndex(few, sample), searchIndex([...few, ...others], sample)]
  const looked = { small: 0, large: 0 }
  for (const paper of papersFrom(20, next)) {
    looked.small += small.candidates(paper).length
    looked.large += large.candidates(paper).length
  }
  // A word that no paper of the sample has is as rare as any.
  assert.ok(looked.large < looked.small * 1.05, JSON.stringify(looked))
})

test('a search that requires nothing is compared with every paper', () => {
  const [paper] = papersFrom(1, numbers(1))
  assert.ok(paper !== undefined)
  const searches: StoredSearch[] = [
    { id: 1, query: null, facets: [] },
    { id: 2, query: parseSearchQuery('-absentword'), facets: [] },
    { id: 3, query: parseSearchQuery('-author:ada'), facets: [] },
    { id: 4, query: parseSearchQuery('???'), facets: [] },
  ]
  assert.deepEqual(searchIndex(searches, []).find(paper), [1, 2])
})

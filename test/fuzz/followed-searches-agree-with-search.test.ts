import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { Failure } from '#core/failure.ts'
import { followedFilter, type FollowedPapers } from '#core/following/followed-search.ts'
import {
  matchablePaper,
  requiredFacets,
  matchesSearch,
  type StoredSearch,
  searchIndex,
} from '#core/following/search-index.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { everyPaper, type LibraryFilter } from '#core/search/paper-filter.ts'
import { perhaps, testSeed } from '../support/generated/random.ts'
import { collidingPaper } from '../support/generated/papers.ts'
import { budget } from '../support/budgets.ts'
import { searchString } from '../support/generated/text.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

const PAPERS = 200
const CONCEPTS = ['planning', 'Memory', 'tool use']
const INSTITUTIONS = ['Example Institute', 'ÉCOLE Exemple', 'Ecole-exemple', '東京 Lab']
const VENUES = ['Journal of Agents', 'JOURNAL OF AGENTS', 'Proc. of Planning']

const facts = fc.record(
  {
    concepts: fc.uniqueArray(fc.constantFrom(...CONCEPTS), { maxLength: 2 }),
    institution: fc.constantFrom(...INSTITUTIONS),
    container: fc.constantFrom(...VENUES),
    fullText: fc.constant('A text of its own.'),
  },
  { noNullPrototype: true },
)

const followed = fc.record({
  of: fc.constant('papers' as const),
  q: perhaps(85, searchString),
  chapter: perhaps(20, fc.integer({ min: 1, max: 7 })),
  year: perhaps(15, fc.integer({ min: 2015, max: 2026 })),
  type: perhaps(10, fc.constantFrom(...researchTypes)),
  concept: perhaps(20, fc.constantFrom('planning', 'memory', 'tool-use', 'unknown')),
  institution: perhaps(20, fc.constantFrom(...INSTITUTIONS, 'ecole exemple', 'Nowhere')),
  container: perhaps(15, fc.constantFrom(...VENUES, 'journal-of-agents', 'Nowhere')),
  withText: fc.boolean(),
})

/** Null for a query that is refused as too long. */
const filterOf = (search: FollowedPapers): LibraryFilter | null => {
  try {
    return followedFilter(search)
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return null
    throw error
  }
}

const idsFoundBy = async ({ store }: TestService, filter: LibraryFilter): Promise<string[]> =>
  (await store.public.library.list(filter, 'newest', null, PAPERS)).papers.map(({ id }) => id).toSorted()

/** A corpus, and its papers with the concepts that the library lists them under. */
const openCorpus = async (t: TestContext, seed: number) => {
  const service = await startTestService(t)
  const papers = fc
    .sample(fc.tuple(collidingPaper, facts), { numRuns: PAPERS, seed })
    .map(([paper, more], at) => ({ id: `p${at + 1}`, ...paper, ...more }))
  await service.accept(...papers)
  const { papers: listed } = await service.store.public.library.page(everyPaper, 'newest', null, PAPERS)
  const numbers = new Map<string, number>()
  const numberOf = (id: string): number => {
    const number = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, number)
    return number
  }
  const matchable = listed.map(({ conceptLinks, hasText, ...paper }) => ({
    id: paper.id,
    paper: matchablePaper({ paper, concepts: conceptLinks.map(({ id }) => numberOf(id)), hasText }),
  }))
  return { service, matchable, numberOf }
}

test('a followed search matches the papers that the search finds, one by one and by the index', async (t) => {
  const [numRuns, seed] = [budget('followedInModel'), testSeed()]
  const { service, matchable, numberOf } = await openCorpus(t, seed)
  const sums = { searches: 0, refused: 0, matched: 0, papers: 0 }
  const stored: StoredSearch[] = []
  const expected = new Map<string, number[]>(matchable.map(({ id }) => [id, []]))
  await fc.assert(
    fc.asyncProperty(followed, async (search) => {
      const filter = filterOf(search)
      if (filter === null) {
        sums.refused += 1
        return
      }
      const found = await idsFoundBy(service, filter)
      const concept = search.concept === null ? null : numberOf(search.concept)
      const one = { id: stored.length, query: filter.query, facets: requiredFacets(filter, concept) }
      const matching = matchable.filter(({ paper }) => matchesSearch(paper, one)).map(({ id }) => id)
      assert.deepEqual(matching.toSorted(), found)
      stored.push(one)
      for (const id of found) expected.get(id)?.push(one.id)
      sums.searches += 1
      sums.matched += found.length > 0 ? 1 : 0
      sums.papers += found.length
    }),
    { numRuns, seed },
  )
  const index = searchIndex(
    stored,
    matchable.slice(0, 20).map(({ paper }) => paper),
  )
  for (const { id, paper } of matchable)
    assert.deepEqual(
      index.find(paper).toSorted((a, b) => a - b),
      expected.get(id)?.toSorted((a, b) => a - b),
      id,
    )
  t.diagnostic(`seed ${seed}: ${JSON.stringify(sums)}`)
  assert.ok(sums.matched > numRuns / 10, 'many searches find something')
})

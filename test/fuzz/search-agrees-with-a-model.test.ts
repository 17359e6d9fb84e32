import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { everyPaper, type LibraryFilter } from '#core/search/paper-filter.ts'
import { decidePaper } from '#actions/decisions.ts'
import { Failure } from '#core/failure.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { parseSearchQuery, type SearchQuery } from '#core/search/search-query.ts'
import { perhaps, weighted, testSeed } from '../support/generated/random.ts'
import { collidingPaper, collidingScores } from '../support/generated/papers.ts'
import { budget } from '../support/budgets.ts'
import { jsonOf, pagesFrom, type Listed } from '../support/service/responses.ts'
import { modelPaper, modelSearch, type ModelFilter, type ModelPaper } from '../support/search.ts'
import { searchString, vocabulary } from '../support/generated/text.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

const PAPERS = 320
const RETRACTED = 20

type Corpus = { service: TestService; papers: ModelPaper[] }

/** A service and its model with the same public papers; some were public once and are not any more. */
const openCorpus = async (t: TestContext, seed: number): Promise<Corpus> => {
  const service = await startTestService(t)
  const forms = fc.sample(collidingPaper, { numRuns: PAPERS, seed }).map((form, at) => ({ id: `p${at + 1}`, ...form }))
  await service.accept(...forms)
  const gone = new Set(forms.filter((_, at) => at % (PAPERS / RETRACTED) === 3).map(({ id }) => id))
  for (const id of gone)
    await service.run(decidePaper, { id, event: 'retract', note: 'Withdrawn.', actor: 'editor:test' })
  return { service, papers: forms.filter(({ id }) => !gone.has(id)).map(modelPaper) }
}

const filter = fc.record({
  chapter: perhaps(25, fc.integer({ min: 1, max: 7 })),
  type: perhaps(15, fc.constantFrom(...researchTypes)),
  minLongHorizon: perhaps(
    25,
    fc.constantFrom(...collidingScores, 0.4, 0.820_002).map((score) => Math.round(score * 1e6)),
  ),
})

const pageSize = weighted([3, fc.integer({ min: 1, max: 60 })], [1, fc.constantFrom(50, 299, 300, 301, 500)])

/** Null for a query that is refused as too long. */
const parsed = (text: string): SearchQuery | null => {
  try {
    return parseSearchQuery(text)
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return null
    throw error
  }
}

const idsOf = (papers: readonly { id: unknown }[]): unknown[] => papers.map(({ id }) => id)

/** All matches: by counters without a search, otherwise in two slices. */
const totalOf = async ({ store }: TestService, searched: LibraryFilter): Promise<number> => {
  if (searched.query === null) return store.public.papers.countByAttributes(searched)
  const begun = await store.public.papers.continueCount(searched, { counted: 0, after: 0 }, 7)
  const { counted, after } = await store.public.papers.continueCount(searched, begun, 10_000)
  assert.equal(after, null)
  return counted
}

/** Pages of one list, walked to the end: full to the last, each with the number of all matches. */
const walk = async (
  service: TestService,
  searched: ModelFilter,
  limit: number,
): Promise<{ ids: unknown[]; pages: number }> => {
  const ids: unknown[] = []
  let pages = 0
  const papersFilter = { ...everyPaper, ...searched } as Parameters<typeof service.store.public.papers.list>[0]
  const total = await totalOf(service, papersFilter)
  for (let after: number | null = null, more = true; more; pages += 1) {
    const page = await service.store.public.papers.list(papersFilter, after, limit)
    assert.ok(page.papers.length <= limit)
    if (page.next !== null) assert.equal(page.papers.length, limit, 'only the last page is short')
    ids.push(...idsOf(page.papers))
    after = page.next
    more = after !== null
  }
  assert.equal(total, ids.length, 'the total counts what the pages hold')
  return { ids, pages }
}

test('every search gives the papers that a model finds by looking at each, in the same order and exactly counted', async (t) => {
  const [numRuns, seed] = [budget('searchesInModel'), testSeed()]
  const corpus = await openCorpus(t, seed)
  const sums = { queries: 0, matched: 0, papers: 0, pages: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(perhaps(92, searchString), filter, pageSize, async (text, rest, size) => {
      const query = text === null ? null : parsed(text)
      if (text !== null && query === null) {
        sums.refused += 1
        return
      }
      const searched = { query, ...rest }
      const expected = modelSearch(corpus.papers, searched)
      // Large enough that a walk does not take hundreds of pages.
      const { ids, pages } = await walk(corpus.service, searched, Math.max(size, Math.ceil(expected.length / 8)))
      assert.deepEqual(ids, expected)
      sums.queries += 1
      sums.matched += expected.length > 0 ? 1 : 0
      sums.papers += expected.length
      sums.pages += pages
    }),
    { numRuns, seed },
  )
  t.diagnostic(`seed ${seed}: ${JSON.stringify(sums)}`)
  assert.ok(sums.matched > numRuns / 5, 'many queries find something')
  assert.ok(sums.refused < numRuns / 4, 'few queries are refused')
})

const addressed = (path: string, parameters: Record<string, string | number | null>): string => {
  const entries = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, String(value)]],
  )
  return `${path}?${new URLSearchParams(entries).toString()}`
}

/** The same walk as a client makes it, by the Link headers. */
const walkOverHttp = async (service: TestService, path: string): Promise<unknown[]> => {
  const ids: unknown[] = []
  const totals = new Set<string | null>()
  for await (const page of pagesFrom(service, path)) {
    totals.add(page.headers.get('x-total-count'))
    ids.push(...idsOf((await jsonOf<Listed>(page)).papers as { id: unknown }[]))
  }
  assert.deepEqual([...totals], [String(ids.length)])
  return ids
}

test('both APIs walk the same matches page by page over HTTP', async (t) => {
  const [numRuns, seed] = [budget('listsWalked'), testSeed()]
  const corpus = await openCorpus(t, seed)
  const { service, papers } = corpus
  let refused = 0
  await fc.assert(
    fc.asyncProperty(searchString, filter, pageSize, async (text, { chapter, type, minLongHorizon }, size) => {
      const limit = Math.max(size, 40)
      const path = addressed('/api/papers', { q: text, chapter, limit })
      const blank = text.trim() === ''
      const query = blank ? null : parsed(text.toWellFormed())
      if (query === null && !blank) {
        refused += 1
        assert.equal((await service.get(path)).status, 400)
      } else {
        const wanted = modelSearch(papers, { query, chapter, type: null, minLongHorizon: null })
        assert.deepEqual(await walkOverHttp(service, path), wanted)
      }
      const min_lh_score = minLongHorizon === null ? null : minLongHorizon / 1e5
      const agentPath = addressed('/api/v1/papers', { chapter, type, min_lh_score, limit })
      const expected = modelSearch(papers, { query: null, chapter, type, minLongHorizon })
      assert.deepEqual(await walkOverHttp(service, agentPath), expected)
    }),
    { numRuns, seed },
  )
  t.diagnostic(`seed ${seed}: ${numRuns} walks of each API, ${refused} queries refused`)
})

const WHOLE_CORPUS = 500
const NOTHING_ELSE = { chapter: null, type: null, minLongHorizon: null }

/** The ids that a query gives, as a set. */
const found = async (service: TestService, text: string): Promise<Set<unknown>> =>
  new Set((await walk(service, { query: parseSearchQuery(text), ...NOTHING_ELSE }, WHOLE_CORPUS)).ids)

/** Capitals of these are other words. */
const CASELESS = new Set(['Straße', 'ŉ'])

test('operators mean what they say, with any words', async (t) => {
  const [numRuns, seed] = [budget('pairsOfWords'), testSeed()]
  const { service, papers } = await openCorpus(t, seed)
  const everything = new Set<unknown>(papers.map(({ id }) => id))
  const word = fc.constantFrom(...vocabulary)
  let hits = 0
  await fc.assert(
    fc.asyncProperty(word, word, async (a, b) => {
      const withA = await found(service, a)
      const withB = await found(service, b)
      hits += withA.size
      const same = async (query: string, expected: Set<unknown>): Promise<void> =>
        assert.deepEqual(await found(service, query), expected, query)
      await same(`${a} ${b}`, withA.intersection(withB))
      await same(`${a} AND ${b}`, withA.intersection(withB))
      await same(`${a} OR ${b}`, withA.union(withB))
      await same(`-${a}`, everything.difference(withA))
      await same(`${b} -${a}`, withB.difference(withA))
      await same(a.normalize('NFD'), withA)
      if (!CASELESS.has(a)) await same(a.toUpperCase(), withA)
      const inFields = await Promise.all(
        ['title', 'author', 'abstract', 'topic'].map((field) => found(service, `${field}:${a}`)),
      )
      assert.deepEqual(
        inFields.reduce((all, some) => all.union(some)),
        withA,
        `fields of ${a}`,
      )
    }),
    { numRuns, seed },
  )
  t.diagnostic(
    `seed ${seed}: ${numRuns} pairs of words, ${(hits / numRuns).toFixed(1)} papers with the first on average`,
  )
  assert.ok(hits > numRuns)
})

test('a prefix of three letters or more finds everything that the word finds', async (t) => {
  const seed = testSeed()
  const { service } = await openCorpus(t, seed)
  for (const whole of vocabulary.filter((word) => /^[A-Za-z]{3,}$/u.test(word))) {
    const expected = await found(service, whole)
    for (let length = 3; length <= whole.length; length += 1) {
      const prefix = `${whole.slice(0, length)}*`
      const missed = expected.difference(await found(service, prefix))
      assert.deepEqual([...missed], [], `${prefix} misses what ${whole} finds`)
    }
  }
})

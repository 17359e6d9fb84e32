import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { papersFoundBy, type LibraryFilter } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { CountProgress } from '#ports/store/papers.ts'
import { matchTotals } from './pagination.ts'

const filter = papersFoundBy(parseSearchQuery('agents'))
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** A store with a number of matches, in which counting a slice takes `sliceMs` of a fake clock. */
const storeWith = (t: TestContext, matches: number, sliceMs = 0.6) => {
  let time = 0
  // Restored one by one, a second fake clock would be replaced by the first.
  t.mock.restoreAll()
  t.mock.method(performance, 'now', () => time)
  const store = { matches, revision: 1, slices: 0, failing: null as LibraryFilter | null }
  const continueCount = async (
    requested: LibraryFilter,
    { counted, after }: CountProgress,
    atMost: number,
  ): Promise<CountProgress> => {
    store.slices += 1
    if (requested === store.failing && counted > 0) throw new Error('it took too long')
    time += requested === store.failing ? 2 : sliceMs
    const more = Math.min(atMost, store.matches - counted)
    return { counted: counted + more, after: more < atMost ? null : (after ?? 0) + more }
  }
  const papers = { continueCount, countByAttributes: () => Promise.resolve(7) }
  const totals = matchTotals({ papers, revisionNow: () => store.revision, log } as unknown as Parameters<
    typeof matchTotals
  >[0])
  return { store, totals }
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (let turn = 0; turn < 10_000; turn += 1) {
    if (await holds()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.fail('it never came true')
}

test('up to 5,000 matches are counted for the first response, however slow it is', async (t) => {
  for (const matches of [0, 1, 2_499, 2_500, 4_999])
    assert.equal(await storeWith(t, matches, 1_000).totals.count('a', filter), matches)
})

test('more matches are counted for the first response only while that takes less than a millisecond', async (t) => {
  const slow = storeWith(t, 60_000, 0.6)
  assert.equal(await slow.totals.count('a', filter), null)
  assert.equal(slow.store.slices, 3, 'two for the response, and the first of those after it')
  const fast = storeWith(t, 60_000, 0.01)
  assert.equal(await fast.totals.count('a', filter), 60_000)
})

test('filters without a search are already counted', async (t) => {
  const { totals, store } = storeWith(t, 1_000_000)
  assert.equal(await totals.count('a', { ...filter, query: null }), 7)
  assert.equal(store.slices, 0)
})

test('a total that came with the page is not counted again', async (t) => {
  const { totals, store } = storeWith(t, 60_000)
  assert.equal(await totals.count('a', filter, 3), 3)
  assert.equal(await totals.count('a', filter, 0), 0)
  assert.equal(store.slices, 0)
  assert.equal(await totals.count('a', filter), null)
})

test('a longer count is finished in the background, once for each query and revision', async (t) => {
  const { totals, store } = storeWith(t, 60_000)
  assert.equal(await totals.count('a', filter), null)
  await until(async () => (await totals.count('a', filter)) === 60_000)
  const { slices } = store
  assert.equal(await totals.count('a', filter), 60_000)
  assert.equal(store.slices, slices)
})

test('a query that cannot be counted does not keep others from being counted', async (t) => {
  const { totals, store } = storeWith(t, 60_000)
  store.failing = { ...filter }
  assert.equal(await totals.count('a', store.failing), null)
  assert.equal(await totals.count('b', filter), null)
  await until(async () => (await totals.count('b', filter)) === 60_000)
})

test('a new revision is counted again', async (t) => {
  const { totals, store } = storeWith(t, 10)
  assert.equal(await totals.count('a', filter), 10)
  store.matches = 11
  assert.equal(await totals.count('a', filter), 10)
  store.revision = 2
  assert.equal(await totals.count('a', filter), 11)
})

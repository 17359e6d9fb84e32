import assert from 'node:assert/strict'
import type { CitedWork } from '#core/citations/cited-work.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { parseRankedQuery } from '#core/search/ranking/ranked-query.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../../support/database/engines.ts'
import { libraryFilter, walk } from '../../support/database/library.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'

const toDoi = (doi: string): CitedWork => ({
  doi,
  arxivId: null,
  openalexId: null,
  title: null,
  year: null,
  authors: [],
  text: null,
})

/** Stores that papers cite others: `p1: ['p2']`. Each paper has a DOI made of its id. */
const cite = (store: Store, edges: Record<string, string[]>): Promise<void> =>
  store.transact((tx) =>
    tx.citations.add(
      Object.entries(edges).map(([paperId, cited]) => ({
        paperId,
        source: 'crossref' as const,
        references: cited.map((id) => toDoi(`10.1000/${id}`)),
        openalexId: null,
      })),
    ),
  )

const paper = (id: string, given: Partial<Parameters<typeof newPaper>[0]> = {}) =>
  newPaper({ id, doi: `10.1000/${id}`, title: `Agents ${id}`, ...given })

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('the order by citations has those first that most papers of the library cite', async (store) => {
    await addPapers(
      store,
      paper('p1', { longHorizon: 100_000, chapter: 1 }),
      paper('p2', { longHorizon: 900_000, chapter: 1 }),
      paper('p3', { longHorizon: 500_000, chapter: 2 }),
      paper('p4', { longHorizon: 800_000, chapter: 1 }),
      paper('p5', { longHorizon: 200_000, chapter: 2, title: 'Robots' }),
    )
    const cited = (filter = libraryFilter(null), pageSize = 2) => walk(store, filter, 'cited', pageSize)
    assert.equal(await store.public.citations.hasCitedPapers(), false)
    assert.deepEqual(await cited(), ['p2', 'p4', 'p3', 'p5', 'p1'], 'without citations, in public order')

    await cite(store, { p2: ['p1', 'p3'], p3: ['p1'], p4: ['p1', 'p5', 'p3'] })
    assert.equal(await store.public.citations.hasCitedPapers(), true)
    for (const size of [1, 2, 3, 9])
      assert.deepEqual(await cited(libraryFilter(null), size), ['p1', 'p3', 'p5', 'p2', 'p4'])
    assert.deepEqual(await cited(libraryFilter('agents'), 1), ['p1', 'p3', 'p2', 'p4'])
    assert.deepEqual(await cited(libraryFilter(null, { chapter: 2 }), 1), ['p3', 'p5'])
    assert.deepEqual(await cited(libraryFilter('agents', { chapter: 1 }), 2), ['p1', 'p2', 'p4'])
    assert.deepEqual(await cited(libraryFilter('nothing')), [])
    assert.deepEqual(
      [...(await store.public.citations.countsOf(['p1', 'p2', 'p3', 'p9']))].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      [
        ['p1', 3],
        ['p3', 2],
      ],
    )
  })

  contract('hits of a question can be ordered by citations', async (store) => {
    await addPapers(store, paper('p1'), paper('p2', { title: 'Agents and agents' }), paper('p3'))
    await cite(store, { p1: ['p3'], p2: ['p3', 'p1'] })
    const query = parseRankedQuery('agents')
    const filter = { ...everyPaper, query: null, year: null }
    const found = await store.public.ranking.search({ query, match: 'any', filter, sort: 'cited', from: 0, limit: 9 })
    assert.deepEqual(
      found.hits.map(({ paper: { id } }) => id),
      ['p3', 'p1', 'p2'],
    )
  })

  contract('the order by citations holds where more papers match than are sorted', async (store) => {
    const many = Array.from({ length: 5_100 }, (_, index) =>
      paper(`p${index + 1}`, { longHorizon: index, title: index === 0 ? 'Robots' : 'Agents' }),
    )
    for (let first = 0; first < many.length; first += 500) await addPapers(store, ...many.slice(first, first + 500))
    await cite(store, { p1: ['p2', 'p3'], p2: ['p3', 'p1'], p4: ['p2', 'p3', 'p1'], p5: ['p7'] })
    const found = await walk(store, libraryFilter('agents'), 'cited', 500)
    assert.deepEqual(found.slice(0, 5), ['p3', 'p2', 'p7', 'p5100', 'p5099'])
    assert.equal(found.length, 5_099)
    assert.equal(new Set(found).size, 5_099)
  })
}

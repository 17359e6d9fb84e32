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

/** Papers that others cite. */
const here = (text: string | null, given = {}) => libraryFilter(text, { citedHere: true, ...given })

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

  contract('the filter by citations leaves papers that a public paper cites, whatever else is asked', async (store) => {
    await addPapers(
      store,
      paper('p1', { longHorizon: 100_000, chapter: 1, year: 2020 }),
      paper('p2', { longHorizon: 900_000, chapter: 1 }),
      paper('p3', { longHorizon: 500_000, chapter: 2, authors: ['Eve Other'] }),
      paper('p4', { longHorizon: 800_000, chapter: 1 }),
      paper('p5', { longHorizon: 200_000, chapter: 2, title: 'Robots' }),
    )
    await addPapers(store, newPaper({ id: 'p6', doi: '10.1000/p6' }, 'pending'), newPaper({ id: 'p7' }, 'pending'))
    assert.deepEqual(await walk(store, here(null), 'long-horizon', 2), [], 'without citations')
    await cite(store, { p2: ['p1', 'p3', 'p6'], p3: ['p1'], p4: ['p1', 'p5', 'p3'], p7: ['p2'] })
    const asked: [ReturnType<typeof here>, string[]][] = [
      [here(null), ['p3', 'p5', 'p1']],
      [here('agents'), ['p3', 'p1']],
      [here(null, { chapter: 2 }), ['p3', 'p5']],
      [here(null, { chapter: 1, year: 2020 }), ['p1']],
      [here(null, { yearFrom: 2021 }), ['p3', 'p5']],
      [here(null, { minLongHorizon: 200_000 }), ['p3', 'p5']],
      [here(null, { authorNames: ['Eve Other'] }), ['p3']],
      [here('nothing'), []],
      [here('-agents'), ['p5']],
      // Found in the index of words, as all are where too many are cited to be sorted.
      [here(null, { yearFrom: 1 }), ['p3', 'p5', 'p1']],
    ]
    for (const [filter, ids] of asked) {
      for (const size of [1, 2, 9]) assert.deepEqual(await walk(store, filter, 'long-horizon', size), ids)
      for (const order of ['newest', 'added', 'enterprise', 'cited'] as const)
        assert.deepEqual((await walk(store, filter, order, 1)).toSorted(), ids.toSorted(), order)
      const { counts } = await store.public.library.page(filter, 'long-horizon', null, 9)
      assert.deepEqual([counts.papers, counts.isExact], [ids.length, true])
      assert.deepEqual(await store.public.library.count(filter, 9), { papers: ids.length, isExact: true })
      const listed = await store.public.papers.list(filter, null, 9)
      assert.deepEqual(
        listed.papers.map(({ id }) => id),
        ids,
      )
    }
    assert.deepEqual(await walk(store, here(null), 'cited', 1), ['p1', 'p3', 'p5'])
    const { facets } = (await store.public.library.page(here(null), 'long-horizon', null, 9)).counts
    assert.deepEqual(
      facets.chapter.map(({ value, papers }) => [value, papers]),
      [
        ['1', 1],
        ['2', 2],
      ],
    )
    const query = parseRankedQuery('agents robots')
    const filter = { ...everyPaper, query: null, year: null, citedHere: true }
    for (const match of ['any', 'all'] as const) {
      const found = await store.public.ranking.search({ query, match, filter, sort: 'best', from: 0, limit: 9 })
      assert.deepEqual(found.hits.map(({ paper: { id } }) => id).toSorted(), match === 'any' ? ['p1', 'p3', 'p5'] : [])
    }
  })
}

import assert from 'node:assert/strict'
import { engines, contractFor } from '../../support/database/engines.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { libraryFilter, walk } from '../../support/database/library.ts'

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('relevance: titles first, then topics, then the rest, each paper once', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'Other', abstract: 'checkpoint recovery', longHorizon: 900_000 }),
      newPaper({ id: 'p2', title: 'Checkpoint and recovery', longHorizon: 100_000 }),
      newPaper({ id: 'p3', title: 'Recovery', topics: ['checkpoints'], longHorizon: 500_000 }),
      newPaper({ id: 'p4', title: 'Checkpoints for recovery', longHorizon: 200_000 }),
      newPaper({ id: 'p5', title: 'Checkpoints', longHorizon: 999_000 }),
    )
    assert.deepEqual(await walk(store, libraryFilter('checkpoint recovery'), 'relevance', 2), ['p4', 'p2', 'p3', 'p1'])
    assert.deepEqual(await walk(store, libraryFilter('checkpoint -other'), 'relevance', 2), ['p5', 'p4', 'p2', 'p3'])
    assert.deepEqual(await walk(store, libraryFilter('title:checkpoint'), 'relevance', 9), ['p5', 'p4', 'p2'])
    assert.deepEqual(await walk(store, libraryFilter(null), 'relevance', 2), ['p5', 'p1', 'p3', 'p4', 'p2'])
  })

  contract('another spelling is suggested where it finds more, and only there', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'Checkpointing for agents', authors: ['Wei Wang'], chapter: 2 }),
      newPaper({ id: 'p2', title: 'Planning with memory', concepts: ['Hierarchical planning'], chapter: 3 }),
    )
    const meant = (text: string, given = {}) => store.public.library.didYouMean(text, libraryFilter(text, given))
    assert.equal(await meant('chekpointing'), 'checkpointing')
    assert.equal(await meant('"chekpointing" agents'), '"checkpointing" agents')
    assert.equal(await meant('title:planing -robots'), 'title:planning -robots')
    assert.equal(await meant('hcheckpointing'), 'checkpointing')
    assert.equal(await meant('chekpointing', { chapter: 3 }), null)
    assert.equal(await meant('agents memory'), null)
    assert.equal(await meant('xylophones'), null)
    assert.equal(await meant('wang'), null)
    const like = async (text: string) => (await store.public.library.suggestConcepts(text, 3)).map(({ id }) => id)
    assert.deepEqual(await like('hierarchical'), ['hierarchical-planning'])
    assert.deepEqual(await like('???'), [])
    assert.deepEqual(await like('planning'), [])
  })

  contract('beyond the bound counts are lower bounds, and orders still hold', async (store) => {
    const many = Array.from({ length: 5_200 }, (_, index) =>
      newPaper({
        id: `p${index + 1}`,
        title: 'Agents',
        year: 2020 + (index % 2),
        chapter: 1,
        longHorizon: index,
        enterprise: (index % 50) * 10_000,
      }),
    )
    for (let first = 0; first < many.length; first += 500) await addPapers(store, ...many.slice(first, first + 500))
    const { counts } = await store.public.library.page(libraryFilter('agents'), 'newest', null, 1)
    assert.deepEqual([counts.papers, counts.isExact, counts.facetsAreExact], [5_000, false, false])
    const inYears = counts.facets.year.reduce((sum, { papers: of }) => sum + of, 0)
    assert.ok(inYears >= 5_000 && inYears <= 5_001)
    const chapter = await store.public.library.page(libraryFilter(null, { chapter: 1 }), 'newest', null, 1)
    assert.deepEqual([chapter.counts.papers, chapter.counts.facetsAreExact], [5_200, true])
    const year = await store.public.library.page(libraryFilter(null, { year: 2020 }), 'newest', null, 1)
    assert.deepEqual([year.counts.papers, year.counts.isExact], [2_600, true])
    const scored = await store.public.library.counts(libraryFilter(null, { chapter: 1, minLongHorizon: 150 }))
    assert.deepEqual([scored.papers, scored.isExact, scored.facetsAreExact], [5_050, true, false])
    const found = await store.public.library.counts(libraryFilter('agents', { minLongHorizon: 150 }))
    assert.deepEqual([found.papers, found.isExact], [5_000, false])
    const newest = await walk(store, libraryFilter('agents'), 'newest', 500)
    assert.equal(newest.length, 5_200)
    assert.deepEqual(newest.slice(0, 2), ['p5200', 'p5198'])
    const enterprise = await store.public.library.page(libraryFilter('agents'), 'enterprise', null, 106)
    assert.deepEqual(enterprise.papers.map(({ enterprise: score }) => score).slice(103), [490_000, 480_000, 480_000])
  })
}

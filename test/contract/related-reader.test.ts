import assert from 'node:assert/strict'
import type { PaperWithText } from '#core/papers/paper.ts'
import { everyPaper, type RankedFilter } from '#core/search/paper-filter.ts'
import { unfiltered } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'
import { searchForList, searchPapers, type SearchInput } from '#queries/search.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, corePaper, newPaper } from '../support/database/stored.ts'

const move = (store: Store, id: string, state: 'accepted' | 'retracted'): Promise<void> =>
  store.transact((tx) => tx.papers.transition(id, { state, note: 'why', actor: 'test', at: AT }))

const relatedTo = async (store: Store, given: Partial<PaperWithText>, limit = 5): Promise<[string, string][]> =>
  (await store.public.related.relatedPapers(corePaper(given), limit)).map(({ paper, shares }) => [
    paper.id,
    shares.join(', '),
  ])

const brief = (id: string, week: number, featured: string[]) => ({
  id,
  week: { year: 2026, week },
  title: `Brief ${week}`,
  summary: 'about p12 and "p1"',
  take: 'K',
  featured,
  publishedAt: AT,
})

/** Papers that have nothing in common with any other. */
const unrelated = (count: number) =>
  Array.from({ length: count }, (_, index) => newPaper({ id: `p${1_000 + index}`, title: `Stranger${index}` }))

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('related papers are those most alike by words and rare concepts, and say what they share', async (store) => {
    const first = {
      id: 'p1',
      title: 'Checkpoints for Rollbacks',
      abstract: 'Checkpoints save state. Latency latency.',
      concepts: ['Checkpointing', 'memory'],
    }
    await addPapers(
      store,
      newPaper(first),
      newPaper({ id: 'p2', title: 'Both', concepts: ['checkpointing', 'Memory'] }),
      newPaper({ id: 'p3', title: 'Rare one', concepts: ['checkpointing'], longHorizon: 10 }),
      newPaper({ id: 'p4', title: 'Frequent one', concepts: ['memory'] }),
      newPaper({ id: 'p5', title: 'A rollback', abstract: 'Its latency is low.' }),
      newPaper({ id: 'p6', title: 'More memory', concepts: ['memory'] }),
      newPaper({ id: 'p7', title: 'Hidden', concepts: ['checkpointing', 'memory'] }, 'pending'),
      newPaper({ id: 'p8', title: 'Gone', concepts: ['checkpointing', 'memory'] }),
      ...unrelated(100),
    )
    await move(store, 'p8', 'retracted')
    assert.deepEqual(await relatedTo(store, first), [
      ['p2', 'Checkpointing, memory'],
      ['p3', 'Checkpointing'],
      ['p6', 'memory'],
      ['p4', 'memory'],
      ['p5', 'Rollbacks, latency'],
    ])
    assert.deepEqual(await relatedTo(store, first, 1), [['p2', 'Checkpointing, memory']])
    assert.deepEqual(await relatedTo(store, { id: 'p1005', title: 'Stranger5' }), [])
  })

  contract(
    'a search for papers like one begins with its related papers, and takes filters and words',
    async (store) => {
      const first = {
        id: 'p1',
        title: 'Checkpoints for Rollbacks',
        abstract: 'Checkpoints save state. Latency latency.',
        concepts: ['Checkpointing', 'memory'],
      }
      await addPapers(
        store,
        newPaper(first),
        newPaper({ id: 'p2', title: 'Both', concepts: ['checkpointing', 'Memory'], year: 2020 }),
        newPaper({ id: 'p3', title: 'Rare one', concepts: ['checkpointing'], institution: 'Example' }),
        newPaper({ id: 'p4', title: 'Frequent zebra', concepts: ['memory'], chapter: 2 }),
        newPaper({ id: 'p5', title: 'A rollback', abstract: 'Its latency is low.', chapter: 2 }),
        newPaper({ id: 'p6', title: 'More memory', concepts: ['memory'] }),
        newPaper({ id: 'p7', title: 'Hidden', concepts: ['checkpointing', 'memory'] }, 'pending'),
        newPaper({ id: 'p8', title: 'Gone', concepts: ['checkpointing', 'memory'] }),
        newPaper({ id: 'p9', title: 'Zebras' }),
        ...unrelated(100),
      )
      await move(store, 'p8', 'retracted')
      const like = corePaper(first)
      const search = async (given: Partial<SearchInput> = {}, filter: Partial<RankedFilter> = {}) => {
        const input = { ...unfiltered, text: '', like, limit: 10, ...given, filter: { ...everyPaper, ...filter } }
        const { hits, total, relaxations, query } = await searchPapers(store.public.ranking, input)
        const list = await searchForList(store.public.ranking, input)
        const ids = hits.map(({ paper }) => paper.id)
        assert.deepEqual([list.hits.map(({ paper }) => paper.id), list.total], [ids, total])
        assert.equal(list.counts.papers, total)
        return { ids, total, relaxations, terms: query.terms.map(({ term }) => term) }
      }
      const related = (await relatedTo(store, first)).map(([id]) => id)
      const all = await search()
      assert.deepEqual([all.ids, all.total], [related, related.length])
      assert.ok(all.terms.includes('checkpoint') && all.terms.length <= 12, 'its words explain the hits')
      assert.deepEqual((await search({ from: 1, limit: 2 })).ids, related.slice(1, 3))
      assert.deepEqual((await search({ match: 'all' })).ids, related)
      assert.deepEqual((await search({ sort: 'newest' })).ids.at(-1), 'p2')
      assert.deepEqual((await search({}, { chapter: 2 })).ids.toSorted(), ['p4', 'p5'])
      assert.deepEqual((await search({}, { institution: 'example' })).ids, ['p3'])
      const none = await search({}, { chapter: 3 })
      assert.deepEqual([none.total, none.relaxations], [0, [{ without: 'chapter', total: related.length }]])
      // With words, both count.
      const zebras = await search({ text: 'zebras' })
      assert.deepEqual(zebras.ids[0], 'p4')
      assert.ok(zebras.ids.includes('p9') && zebras.ids.includes('p5') && !zebras.ids.includes('p1'))
      assert.deepEqual((await search({ text: 'zebras', match: 'all' })).ids, ['p4', 'p9'])
      assert.ok(!(await search({ text: 'memory -more' })).ids.includes('p6'))
      assert.ok(!(await search({ text: 'p1' })).ids.includes('p1'))
    },
  )

  contract('a word that many papers have relates none of them', async (store) => {
    const titles = Array.from({ length: 60 }, (_, index) => newPaper({ id: `p${index + 1}`, title: 'Agents again' }))
    await addPapers(store, ...titles, newPaper({ id: 'p100', title: 'Agents with zebrafish' }))
    assert.deepEqual(await relatedTo(store, { id: 'p100', title: 'Agents with zebrafish' }), [])
    await addPapers(store, newPaper({ id: 'p101', title: 'More zebrafish' }))
    assert.deepEqual(await relatedTo(store, { id: 'p100', title: 'Agents with zebrafish' }), [['p101', 'zebrafish']])
  })

  contract('gaps and briefs name public papers only', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', longHorizon: 1 }),
      newPaper({ id: 'p2', longHorizon: 2 }),
      newPaper({ id: 'p12' }),
      newPaper({ id: 'p3' }, 'pending'),
    )
    await store.transact(async (tx) => {
      const gap = { severity: 'medium' as const, explanation: 'e' }
      await tx.gaps.put({ ...gap, id: 'g1', title: 'Mild', paperIds: ['p1'] }, AT)
      await tx.gaps.put({ ...gap, id: 'g2', title: 'Grave', severity: 'critical', paperIds: ['p1', 'p2', 'p3'] }, AT)
      await tx.briefs.publish(brief('2026-w01', 1, ['p1']))
      await tx.briefs.publish(brief('2026-w02', 2, ['p12', 'p1']))
      await tx.briefs.publish(brief('2026-w03', 3, ['p12']))
    })
    const { related } = store.public
    assert.deepEqual(await related.mentions('p1'), {
      gaps: [
        { id: 'g2', title: 'Grave', severity: 'critical' },
        { id: 'g1', title: 'Mild', severity: 'medium' },
      ],
      briefs: [
        { id: '2026-w02', title: 'Brief 2', week: { year: 2026, week: 2 } },
        { id: '2026-w01', title: 'Brief 1', week: { year: 2026, week: 1 } },
      ],
    })
    assert.deepEqual((await related.mentions('p3')).gaps, [])
    const gaps = (await related.gaps(null)).map(({ id, papers }) => [id, papers.map((paper) => paper.id)])
    assert.deepEqual(gaps, [
      ['g2', ['p2', 'p1']],
      ['g1', ['p1']],
    ])
    assert.deepEqual(
      (await related.gaps('medium')).map(({ id, updatedAt }) => [id, updatedAt]),
      [['g1', AT]],
    )
    assert.equal((await related.gap('g2'))?.explanation, 'e')
    assert.equal(await related.gap('g9'), null)
    assert.deepEqual(
      (await related.publicPapers(['p12', 'p3', 'p404', 'p1'])).map(({ id }) => id),
      ['p12', 'p1'],
    )
    assert.deepEqual(
      (await related.listBriefs()).map(({ id, week, publishedAt }) => [id, week.week, publishedAt]),
      [
        ['2026-w03', 3, AT],
        ['2026-w02', 2, AT],
        ['2026-w01', 1, AT],
      ],
    )
  })

  contract(
    'a concept has its years beside those of the corpus, its papers in order, and what it goes with',
    async (store) => {
      await addPapers(
        store,
        newPaper({ id: 'p1', year: 2022, chapter: 1, concepts: ['memory', 'Tool use'], longHorizon: 5 }),
        newPaper({ id: 'p2', year: 2024, chapter: 1, concepts: ['Memory'], longHorizon: 9 }),
        newPaper({ id: 'p3', year: 2025, chapter: 3, concepts: ['memory', 'tool use', 'planning'], longHorizon: null }),
        newPaper({ id: 'p4', year: 2025, concepts: ['memory', 'planning'], longHorizon: 5 }),
        newPaper({ id: 'p5', year: 2025, chapter: 3, concepts: ['planning'] }),
        newPaper({ id: 'p6', year: 2025, chapter: 7, concepts: ['memory'] }),
      )
      await move(store, 'p6', 'retracted')
      const { related } = store.public
      assert.deepEqual(await related.conceptTimeline('memory'), {
        counts: { id: 'memory', name: 'memory', definition: null, papers: 4, recent: 3, before: 1, oldestYear: 2022 },
        window: { newest: 2025, recent: [2024, 2025], before: [2022, 2023] },
        corpus: { recent: 4, before: 1 },
        years: [
          { year: 2022, papers: 1, corpus: 1 },
          { year: 2024, papers: 1, corpus: 1 },
          { year: 2025, papers: 2, corpus: 3 },
        ],
      })
      assert.equal(await related.conceptTimeline('unknown'), null)
      const first = await related.conceptPapers('memory', null, 3)
      assert.deepEqual(
        first.papers.map(({ id }) => id),
        ['p2', 'p1', 'p4'],
      )
      const rest = await related.conceptPapers('memory', first.next, 3)
      assert.deepEqual([rest.papers.map(({ id }) => id), rest.next], [['p3'], null])
      assert.deepEqual(await related.coOccurringConcepts('memory', 5), {
        sampleSize: 4,
        concepts: [
          { id: 'tool-use', name: 'Tool use', papers: 2 },
          { id: 'planning', name: 'planning', papers: 2 },
        ],
      })
      assert.deepEqual(
        await related.conceptYears(['planning', 'memory'], 2024),
        new Map([
          [
            'planning',
            [
              { year: 2024, papers: 0, corpus: 1 },
              { year: 2025, papers: 3, corpus: 3 },
            ],
          ],
          [
            'memory',
            [
              { year: 2024, papers: 1, corpus: 1 },
              { year: 2025, papers: 2, corpus: 3 },
            ],
          ],
        ]),
      )
      assert.deepEqual(await related.conceptCoverage(2), [
        { id: 'memory', name: 'memory', papers: 4, byChapter: [2, 0, 1, 0, 0, 0, 0] },
        { id: 'planning', name: 'planning', papers: 3, byChapter: [0, 0, 2, 0, 0, 0, 0] },
      ])
      assert.deepEqual(
        await related.conceptIds(['TOOL-USE', 'nothing', 'planning']),
        new Map([
          ['TOOL-USE', 'tool-use'],
          ['planning', 'planning'],
        ]),
      )
    },
  )

  contract('an empty corpus has no related papers, gaps or briefs', async (store) => {
    const { related } = store.public
    assert.deepEqual(await related.conceptCoverage(5), [])
    assert.deepEqual(await related.gaps(null), [])
    assert.deepEqual(await related.listBriefs(), [])
    assert.deepEqual(await related.publicPapers([]), [])
    assert.deepEqual(await related.conceptIds([]), new Map())
    assert.deepEqual(await related.conceptPapers('memory', null, 5), { papers: [], next: null })
    assert.deepEqual(await related.coOccurringConcepts('memory', 5), { sampleSize: 0, concepts: [] })
  })
}

import assert from 'node:assert/strict'
import { contractFor } from '../../support/database/contract.ts'
import { engines } from '../../support/database/engines.ts'
import { addPapers, AT, newPaper, yearsOf } from '../../support/database/stored.ts'
import { refusesWith } from '../../support/actions/refuses-with.ts'

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('concepts, gaps and briefs are counted, ordered and kept', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', year: 2025, concepts: ['b planning', 'Memory'], chapter: 1 }),
      newPaper({ id: 'p2', year: 2020, concepts: ['memory'], frameworks: ['ReAct'], url: 'https://a.org/1' }),
      newPaper({ id: 'p3', year: 2024, concepts: ['Ångström', 'z'], url: 'https://a.org/2' }),
    )
    await store.transact(async (tx) => {
      await tx.concepts.define('memory', 'What is kept.')
      await tx.gaps.put({ id: 'g1', title: 'B', severity: 'medium', explanation: 'e', paperIds: ['p1'] }, AT)
      await tx.gaps.put({ id: 'g2', title: 'A', severity: 'critical', explanation: 'e', paperIds: ['p1', 'p2'] }, AT)
    })
    const list = await store.public.concepts.list()
    assert.deepEqual(
      list?.concepts.map(({ name, papers, recent, before, oldestYear }) => [name, papers, recent, before, oldestYear]),
      [
        ['memory', 2, 1, 0, 2020],
        ['b planning', 1, 1, 0, 2025],
        ['z', 1, 1, 0, 2024],
        ['Ångström', 1, 1, 0, 2024],
      ],
    )
    assert.deepEqual(await yearsOf(store, 'memory'), [
      { year: 2020, papers: 1 },
      { year: 2025, papers: 1 },
    ])
    assert.equal((await store.private.concepts.find('memory'))?.definition, 'What is kept.')
    assert.deepEqual(
      (await store.public.gaps.list(null)).map(({ id, papers }) => [id, papers]),
      [
        ['g2', 2],
        ['g1', 1],
      ],
    )
    assert.deepEqual(await store.public.stats.counts(), { papers: 3, sources: 1, concepts: 4, frameworks: 1 })
    const brief = {
      id: '2026-w46',
      week: { year: 2026, week: 46 },
      title: 'T',
      summary: 'S',
      take: 'K',
      featured: ['p1'],
      publishedAt: AT,
    }
    await store.transact((tx) => tx.briefs.publish(brief))
    await assert.rejects(
      store.transact((tx) => tx.briefs.publish(brief)),
      refusesWith('wrong_state'),
    )
    assert.deepEqual(await store.public.briefs.latest(), brief)
    await assert.rejects(
      store.transact((tx) =>
        tx.gaps.put({ id: 'g3', title: 'C', severity: 'medium', explanation: 'e', paperIds: ['p404'] }, AT),
      ),
      refusesWith('not_found'),
    )
  })
}

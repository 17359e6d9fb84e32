import assert from 'node:assert/strict'
import { keepTrends } from '#actions/editorial/trends.ts'
import { trendFlips } from '#core/editorial/trend.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { fakeClock, testRunner } from '../support/ports.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('trends are kept by week when their numbers change, and a flip has those of both weeks', async (store) => {
    const clock = fakeClock('2026-11-20T10:00:00.000Z')
    const run = await testRunner({ store, clock })
    assert.equal(await run(keepTrends, null), 0, 'there are no concepts yet')
    let id = 0
    const paper = (year: number, ...concepts: string[]) => {
      id += 1
      return newPaper({ id: `p${id}`, year, concepts })
    }
    await addPapers(store, paper(2023, 'planning'), paper(2023), paper(2026, 'planning'), paper(2026))
    assert.equal(await run(keepTrends, null), 1)
    assert.equal(await run(keepTrends, null), 0, 'nothing changed')
    await addPapers(store, paper(2026))
    assert.equal(await run(keepTrends, null), 1, 'the same week is kept once')
    assert.equal((await store.public.concepts.trendWeeks('planning')).length, 1)
    clock.advance(7 * 86_400)
    await addPapers(store, paper(2026, 'planning'), paper(2026, 'planning'), paper(2026, 'memory'))
    assert.equal(await run(keepTrends, null), 2)
    const weeks = await store.public.concepts.trendWeeks('planning')
    assert.deepEqual(
      weeks.map(({ week, trend, concept, corpus }) => [week, trend, concept, corpus]),
      [
        ['2026-w47', 'stable', { recent: 1, before: 1 }, { recent: 3, before: 2 }],
        ['2026-w48', 'stable', { recent: 3, before: 1 }, { recent: 6, before: 2 }],
      ],
    )
    assert.deepEqual(trendFlips(weeks), [])
    clock.advance(7 * 86_400)
    await addPapers(store, paper(2026, 'planning'), paper(2026, 'planning'))
    await run(keepTrends, null)
    const after = await store.public.concepts.trendWeeks('planning')
    const [flip] = trendFlips(after)
    assert.deepEqual([flip?.from.week, flip?.from.trend], ['2026-w48', 'stable'])
    assert.deepEqual(
      [flip?.to.week, flip?.to.trend, flip?.to.concept, flip?.to.corpus],
      ['2026-w49', 'growing', { recent: 5, before: 1 }, { recent: 8, before: 2 }],
    )
    assert.deepEqual(await store.public.concepts.trendWeeks('nothing'), [])
  })
}

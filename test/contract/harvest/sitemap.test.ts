import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../support/database/engines.ts'
import { fakeClock } from '../../support/service/fake-clock.ts'
import { recordingLog } from '../../support/service/recording-log.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'

for (const engine of engines)
  test(`${engine.name}: a sitemap has public papers in parts of ten thousand, each with its last change`, async (t) => {
    const store = await engine.open(t, { clock: fakeClock(), log: recordingLog([]) })
    t.after(() => store.close())
    const { sitemap } = store.public
    assert.deepEqual([await sitemap.parts(), await sitemap.papers(0)], [[], []])
    await addPapers(store, newPaper({ id: 'p1' }), newPaper({ id: 'p4' }, 'pending'))
    await addPapers(store, newPaper({ id: 'p2' }), newPaper({ id: 'p3' }))
    assert.deepEqual(
      (await sitemap.papers(0)).map(({ id }) => id),
      ['p1', 'p2', 'p3'],
    )
    assert.deepEqual(await sitemap.papers(1), [])
    const at = '2031-01-02T03:04:05.000Z'
    await store.transact((tx) => tx.papers.revise('p2', { actor: 'a', at }, ({ paper }) => ({ ...paper, year: 1999 })))
    await store.transact((tx) => tx.papers.transition('p1', { state: 'retracted', note: 'x', actor: 'a', at }))
    assert.deepEqual(await sitemap.parts(), [{ part: 0, changedAt: at }])
    assert.deepEqual((await sitemap.papers(0)).at(-1), { id: 'p2', changedAt: at })
  })

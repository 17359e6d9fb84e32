import assert from 'node:assert/strict'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor } from '../support/database/contract.ts'
import { engines } from '../support/database/engines.ts'
import { addPapers, AT, corePaper, newPaper } from '../support/database/stored.ts'

const LATER = '2026-11-20T11:00:00.000Z'

const cited = {
  authorNames: [{ name: 'Ada Example', family: 'Example', given: null }],
  volume: '12',
  kind: 'report' as const,
}

const replace = (store: Store, paper: PaperWithText, actor: string): Promise<unknown> =>
  store.transact((tx) => tx.papers.revise(paper.id, { actor, at: LATER }, () => paper))

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a paper that never changed is its own only version', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', fullText: 'text' }, 'pending'))
    assert.deepEqual(await store.private.versions.list('p1'), [{ version: 1, at: AT, actor: 'test' }])
    assert.deepEqual(await store.private.versions.find('p1', 1), {
      version: 1,
      at: AT,
      actor: 'test',
      paper: corePaper({ id: 'p1', fullText: 'text' }),
    })
    assert.equal(await store.private.versions.find('p1', 2), null)
    assert.deepEqual(await store.private.versions.list('p2'), [])
    assert.equal(await store.private.versions.find('p2', 1), null)
  })

  contract('each change keeps what the paper said before it, whole, and who wrote it', async (store) => {
    const first = corePaper({ id: 'p1', fullText: 'old text', topics: ['a'], longHorizon: 500_000 })
    const second: PaperWithText = { ...first, title: 'Ünïcode 𝔘', topics: [], ...cited }
    const third = { ...second, volume: '13', authorNames: [], fullText: null }
    const fourth = { ...third, title: 'The fourth' }
    await addPapers(store, newPaper(first, 'pending'))
    await replace(store, second, 'key:k1')
    await replace(store, third, 'editor:e1')
    await replace(store, fourth, 'cli')
    assert.deepEqual(await store.private.versions.list('p1'), [
      { version: 4, at: LATER, actor: 'cli' },
      { version: 3, at: LATER, actor: 'editor:e1' },
      { version: 2, at: LATER, actor: 'key:k1' },
      { version: 1, at: AT, actor: 'test' },
    ])
    for (const [index, paper] of [first, second, third, fourth].entries())
      assert.deepEqual((await store.private.versions.find('p1', index + 1))?.paper, paper, `version ${index + 1}`)
    assert.deepEqual((await store.private.papers.findByIds(['p1'])).get('p1'), fourth)
    assert.equal((await store.private.submissions.findWithoutHistory('p1'))?.version, 4)
  })

  contract('a full text that several versions share, kept once, comes back with each', async (store) => {
    const text = 'x'.repeat(1_000)
    await addPapers(store, newPaper({ id: 'p1', fullText: text }, 'pending'))
    for (const title of ['One', 'Two', 'Three'])
      await replace(store, corePaper({ id: 'p1', title, fullText: text }), 'a')
    assert.equal((await store.private.versions.find('p1', 3))?.paper.fullText, text)
    await replace(store, corePaper({ id: 'p1', title: 'Four', fullText: 'new' }), 'a')
    await replace(store, corePaper({ id: 'p1', title: 'Five', fullText: 'new' }), 'a')
    const texts = await Promise.all([1, 2, 3, 4, 5, 6].map((version) => store.private.versions.find('p1', version)))
    assert.deepEqual(
      texts.map((found) => found?.paper.fullText),
      [text, text, text, text, 'new', 'new'],
    )
  })

  contract('a change that is rolled back leaves no version', async (store) => {
    await addPapers(store, newPaper({ id: 'p1' }, 'pending'))
    const broken = store.transact(async (tx) => {
      await tx.papers.revise('p1', { actor: 'a', at: LATER }, ({ paper }) => ({ ...paper, title: 'New' }))
      assert.equal((await tx.versions.list('p1')).length, 2)
      throw new Error('no')
    })
    await assert.rejects(broken, /^Error: no$/u)
    assert.equal((await store.private.versions.list('p1')).length, 1)
  })
}

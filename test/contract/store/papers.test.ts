import assert from 'node:assert/strict'
import { contractFor } from '../../support/database/contract.ts'
import { engines } from '../../support/database/engines.ts'
import { addPapers, AT, corePaper, found, newPaper } from '../../support/database/stored.ts'
import { refusesWith } from '../../support/actions/refuses-with.ts'

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a paper comes back as it was stored', async (store) => {
    const whole = corePaper({
      id: 'p7',
      title: 'Ünïcode 𝔘 \u{1F600} “quotes” \\ \' "',
      institution: 'Example',
      url: 'https://example.org/7',
      abstract: 'Two\nlines',
      chapter: 5,
      type: 'benchmark',
      longHorizon: 1_000_000,
      enterprise: 0,
      topics: ['a', 'b'],
      concepts: ['checkpointing'],
      frameworks: ['ReAct'],
      commentary: 'Fine.',
      storageUrl: 'https://example.org/7.pdf',
      fullText: 'x'.repeat(100_000),
    })
    await addPapers(store, newPaper(whole))
    assert.deepEqual(await store.public.papers.find('p7'), { state: 'accepted', paper: whole })
    assert.deepEqual((await store.private.papers.findByIds(['p7', 'p8'])).get('p7'), whole)
    assert.deepEqual(await store.public.papers.listWithText(null, 10), { papers: [whole], next: null })
    assert.deepEqual(await store.public.papers.acceptedWithin(AT, '2026-11-21'), [
      Object.fromEntries(Object.entries(whole).filter(([name]) => name !== 'fullText')),
    ])
  })

  contract('an id is used once, whatever became of it, and a refused paper leaves nothing', async (store) => {
    await addPapers(store, newPaper({ id: 'p1' }, 'pending'))
    await assert.rejects(addPapers(store, newPaper({ id: 'p2' }), newPaper({ id: 'p1' })), refusesWith('duplicate_id'))
    assert.deepEqual(await found(store, null), [])
    await addPapers(store, newPaper({ id: 'p2' }))
    assert.deepEqual(await found(store, null), ['p2'])
  })

  contract('the revision rises with what the public can see, and only then', async (store) => {
    const before = await store.private.revision()
    await addPapers(store, newPaper({ id: 'p1' }, 'pending'))
    assert.equal(await store.private.revision(), before)
    await store.transact((tx) => tx.papers.transition('p1', { state: 'accepted', note: null, actor: 'test', at: AT }))
    assert.equal(await store.private.revision(), before + 1)
    const rolledBack = store.transact(async (tx) => {
      await tx.papers.add([newPaper({ id: 'p2' })])
      throw new Error('no')
    })
    await assert.rejects(rolledBack, /^Error: no$/u)
    assert.equal(await store.private.revision(), before + 1)
    assert.deepEqual(await found(store, null), ['p1'])
  })

  contract('a transaction sees its own writes, readers do not before the commit', async (store) => {
    await store.transact(async (tx) => {
      await tx.papers.add([newPaper({ id: 'p1' })])
      assert.equal((await tx.papers.find('p1'))?.state, 'accepted')
      assert.equal(await store.public.papers.find('p1'), null)
    })
    assert.equal((await store.public.papers.find('p1'))?.state, 'accepted')
  })

  contract('submissions show state, history and version to whoever may see them', async (store) => {
    const pending = { ...newPaper({ id: 'p1' }, 'pending'), submittedBy: 'k1' }
    await addPapers(store, pending, { ...newPaper({ id: 'p2' }, 'pending'), submittedBy: 'k2' })
    await store.transact(async (tx) => {
      await tx.papers.transition('p1', { state: 'changes_requested', note: 'shorter', actor: 'editor', at: AT })
      const shorter = corePaper({ id: 'p1', title: 'Shorter', fullText: 'text' })
      await tx.papers.revise('p1', { actor: 'key:k1', at: AT }, () => shorter)
    })
    const { submissions, total, next } = await store.private.submissions.list(
      { submittedBy: 'k1', states: ['pending', 'changes_requested'] },
      null,
      10,
    )
    assert.equal(total, 1)
    assert.equal(next, null)
    assert.equal(submissions[0]?.version, 2)
    assert.equal(submissions[0]?.title, 'Shorter')
    assert.deepEqual(
      submissions[0]?.history.map(({ state, note }) => [state, note]),
      [
        ['pending', null],
        ['changes_requested', 'shorter'],
      ],
    )
    assert.equal(await store.private.submissions.find('p9'), null)
    assert.equal((await store.private.submissions.list({ submittedBy: null, states: ['pending'] }, null, 1)).total, 1)
  })

  contract('duplicate candidates are found by identifier and by title and year', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', url: 'https://doi.org/10.1234/abc', title: 'One' }),
      newPaper({ id: 'p2', url: 'https://arxiv.org/abs/2210.03629v2', title: 'Two' }),
      newPaper({ id: 'p3', title: 'Same: Title' }),
      newPaper({ id: 'p4', title: 'hidden' }, 'pending'),
    )
    const wanted = { id: 'p9', title: 'SAME title', year: 2025, doi: '10.1234/abc', arxivId: '2210.03629' }
    assert.deepEqual(await store.private.papers.visibleDuplicates(wanted, 'k1'), [
      { id: 'p1', title: 'One', match: 'doi' },
      { id: 'p2', title: 'Two', match: 'arxiv' },
      { id: 'p3', title: 'Same: Title', match: 'title_year' },
    ])
    assert.deepEqual(
      await store.private.papers.visibleDuplicates({ ...wanted, title: 'hidden', doi: null, arxivId: null }, 'k1'),
      [],
    )
  })
}

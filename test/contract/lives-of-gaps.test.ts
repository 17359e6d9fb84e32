import assert from 'node:assert/strict'
import { addGap, changeGapState, editGap } from '#actions/editorial/gaps.ts'
import { mergePaper } from '#actions/papers.ts'
import type { GapState } from '#core/editorial/gap.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { fakeClock, refusesWith, testRunner } from '../support/ports.ts'
import { addPapers, AT, newPaper } from '../support/database/stored.ts'

const words = { title: 'Nobody measures cost', severity: 'high' as const, explanation: 'Why.', paperIds: ['p1'] }

const opened = async (store: Store) => {
  const clock = fakeClock()
  const run = await testRunner({ store, clock })
  await addPapers(store, ...['p1', 'p2', 'p3'].map((id) => newPaper({ id })), newPaper({ id: 'p4' }, 'pending'))
  await run(addGap, { gap: words, actor: 'cli' })
  const change = (state: GapState, paperIds: string[] = [], version: number | null = null) =>
    run(changeGapState, { id: 'g1', words: { state, reason: `Now ${state}.`, paperIds }, version, actor: 'cli' })
  const entries = async () =>
    (await store.public.gaps.history('g1'))?.map(({ entry, reason, papers }) => [entry, reason, papers])
  return { run, clock, change, entries }
}

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a gap is narrowed, closed and reopened; each entry is a version, a change and an act', async (store) => {
    const { run, change, entries } = await opened(store)
    const before = await store.public.changes.last()
    assert.equal(await change('narrowing', ['p2'], 1), 2)
    assert.equal(await change('narrowing', ['p1', 'p3']), 3)
    assert.equal(await change('closed', ['p3']), 4)
    assert.equal(await change('open'), 5)
    assert.deepEqual(await entries(), [
      ['opened', null, []],
      ['narrowed', 'Now narrowing.', ['p2']],
      ['narrowed', 'Now narrowing.', ['p1', 'p3']],
      ['closed', 'Now closed.', ['p3']],
      ['reopened', 'Now open.', []],
    ])
    assert.equal((await store.private.gaps.find('g1'))?.state, 'open')
    assert.equal(await store.public.changes.last(), before + 4)
    const { records } = await store.private.audit.list({ actor: null, act: 'gap.state', subject: 'g1' }, null, 9)
    assert.equal(records.length, 4)
    assert.equal(records[1]?.after, '{"entry":"closed","papers":["p3"],"reason":"Now closed.","state":"closed"}')
    assert.equal(await run(editGap, { id: 'g1', words: { ...words, title: 'T' }, version: 5, actor: 'cli' }), 6)
    assert.equal((await entries())?.length, 5, 'an edit is no entry')
  })

  contract('a change of state that leads nowhere, is stale or names no public paper is refused', async (store) => {
    const { change, entries } = await opened(store)
    await assert.rejects(change('open'), refusesWith('wrong_state', /g1 is open already/u))
    await assert.rejects(change('closed'), refusesWith('invalid', /./u))
    await assert.rejects(change('closed', ['p4']), refusesWith('invalid', /./u))
    await assert.rejects(change('closed', ['p2'], 7), refusesWith('stale', /now at version 1/u))
    await change('closed', ['p2'])
    await assert.rejects(change('narrowing', ['p3']), refusesWith('wrong_state', /Reopen it/u))
    assert.equal((await entries())?.length, 2)
  })

  contract('gaps are listed by state, with or without a severity', async (store) => {
    const { run, change } = await opened(store)
    await run(addGap, { gap: { ...words, severity: 'medium' }, actor: 'cli' })
    await change('narrowing', ['p2'])
    const ids = async (...of: Parameters<Store['public']['gaps']['list']>) =>
      (await store.public.gaps.list(...of)).map(({ id, state }) => `${id} ${state}`)
    assert.deepEqual(await ids(null), ['g1 narrowing', 'g2 open'])
    assert.deepEqual(await ids(null, 'open'), ['g2 open'])
    assert.deepEqual(await ids('high', 'open'), [])
    assert.deepEqual(
      (await store.public.related.gaps('high', 'narrowing')).map(({ id }) => id),
      ['g1'],
    )
    assert.equal(await store.public.gaps.history('g9'), null)
  })

  contract('a history names the paper that a duplicate was merged into, and no retracted one', async (store) => {
    const { run, change, entries } = await opened(store)
    await change('narrowing', ['p2', 'p3'])
    const changesSince = async (seq: number) =>
      (await store.public.changes.after(seq, 100)).filter(({ kind }) => kind === 'gap').length
    const seq = await store.public.changes.last()
    await run(mergePaper, { id: 'p3', into: 'p1', note: null, actor: 'cli' })
    assert.deepEqual((await entries())?.at(-1)?.[2], ['p1', 'p2'])
    await store.transact((tx) =>
      tx.papers.transition('p2', { state: 'retracted', note: 'wrong', actor: 'cli', at: AT }),
    )
    assert.deepEqual((await entries())?.at(-1)?.[2], ['p1'])
    assert.equal(await changesSince(seq), 2)
  })
}

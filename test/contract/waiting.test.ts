import assert from 'node:assert/strict'
import { waitingKinds } from '#core/review/waiting.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, corePaper, newPaper } from '../support/database/stored.ts'
import { addCandidate, addProposal } from '../support/service/review.ts'
import { fakeClock } from '../support/ports.ts'

const LATER = '2026-11-21T10:00:00.000Z'

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('nothing waits in a new corpus', async (store) => {
    const { waiting } = store.private
    assert.deepEqual(await waiting.counts(10), Object.fromEntries(waitingKinds.map((kind) => [kind, 0])))
    assert.deepEqual(await waiting.oldest(), Object.fromEntries(waitingKinds.map((kind) => [kind, null])))
  })

  contract('all that waits is counted up to a limit, and the oldest is known', async (store) => {
    const { waiting } = store.private
    await addPapers(store, ...['p1', 'p2', 'p3'].map((id) => newPaper({ id }, 'pending')))
    await addPapers(store, newPaper({ id: 'p4' }), newPaper({ id: 'p5', longHorizon: 1, chapter: 1, type: 'system' }))
    await addProposal({ store, clock: fakeClock(AT) }, 'p4', { publisher: 'A press' })
    for (const at of [AT, LATER]) await addCandidate(store, { ...corePaper({ title: `Found ${at}` }), id: at }, at)
    await store.transact(async (tx) => {
      // A decision that waits to take effect is one; it is the oldest submission.
      const decision = { event: 'accept' as const, note: null, actor: 'editor:e1', version: 1, batch: null }
      const times = { decidedAt: AT, dueAt: LATER, assessed: null, provenance: null }
      await tx.decisions.add({ id: 'p1', ...decision, ...times })
      for (const [id, receivedAt] of [
        ['m1', LATER],
        ['m2', AT],
      ] as const)
        await tx.messages.add({
          id,
          name: 'A',
          email: 'a@example.org',
          organisation: null,
          subject: null,
          message: 'Hello.',
          receivedAt,
        })
      await tx.outbox.add(
        { messageId: 'e1', kind: 'decision', to: 'a@example.org', replyTo: null, subject: 'S', text: 'T', headers: {} },
        AT,
      )
      await tx.outbox.markFailed(1, 'No such mailbox.', null)
    })
    assert.deepEqual(await waiting.counts(10), {
      submissions: 2,
      candidates: 2,
      proposals: 1,
      messages: 2,
      unassessed: 1,
      emails: 1,
    })
    assert.deepEqual(await waiting.counts(1), Object.fromEntries(waitingKinds.map((kind) => [kind, 1])))
    const oldest = { submissions: AT, candidates: AT, proposals: AT, messages: AT, unassessed: null, emails: AT }
    assert.deepEqual(await waiting.oldest(), oldest)
  })
}

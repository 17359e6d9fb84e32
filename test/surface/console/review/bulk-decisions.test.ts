import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptPending } from '#actions/review/accept-pending.ts'
import { scheduleBulkAccept } from '#actions/review/schedule-bulk-accept.ts'
import { applyDueDecisions } from '#actions/review/apply-due-decisions.ts'
import { undoBulkDecision } from '#actions/review/undo-bulk-decision.ts'
import { testRunner } from '../../../support/service/action-runner.ts'
import { openEmailQueue } from '../../../support/mail/email-queue.ts'
import { idsAt } from '../../../support/service/read-responses.ts'
import { addPapers, newPaper } from '../../../support/database/stored.ts'
import { ADA, all, click, withSubmissions } from '../../../support/actions/scheduled-decisions.ts'
import { refusesWith } from '../../../support/actions/refuses-with.ts'

test('each decision takes effect once, however many processes apply it, also after a restart', async (t) => {
  const corpus = await openEmailQueue(t)
  const { store, clock } = corpus
  await addPapers(store, ...Array.from({ length: 70 }, (_, index) => newPaper({ id: `p${index + 1}` }, 'pending')))
  const { digest } = await store.private.queue.selection({ ...all, state: 'pending' })
  await corpus.run(scheduleBulkAccept, { filter: all, note: null, actor: ADA, digest })
  clock.advance(30)
  const processes = await Promise.all([1, 2, 3].map(() => corpus.openAgain()))
  const applied = await Promise.all(
    processes.map(async (own) => {
      const run = await testRunner({ store: own, clock })
      let sum = 0
      for (let more = true; more;) {
        const round = await run(applyDueDecisions, null)
        sum += round.applied
        more = round.more
      }
      return sum
    }),
  )
  assert.equal(
    applied.reduce((sum, some) => sum + some, 0),
    70,
  )
  const accepted = await store.private.submissions.list({ submittedBy: null, states: ['accepted'] }, null, 100)
  assert.deepEqual(new Set(accepted.submissions.map(({ history }) => history.length)), new Set([2]))
  assert.equal(accepted.total, 70)
})

test('many are accepted with one decision, which is undone whole or takes effect whole', async (t) => {
  const { service } = await withSubmissions(t, 25)
  await click(service, 'p3', 'reject')
  const shown = () => service.store.private.queue.selection({ ...all, state: 'pending' })
  const acceptAll = async ({ digest }: { digest: string }, note: string | null = null) =>
    service.run(scheduleBulkAccept, { filter: all, note, actor: ADA, digest })
  await assert.rejects(acceptAll({ digest: 'of others' }), refusesWith('wrong_state', /holds 24 such papers now/u))
  const batch = await acceptAll(await shown())
  await assert.rejects(acceptAll(await shown()), refusesWith('wrong_state', /holds 0 such papers now/u))
  assert.equal(await service.run(undoBulkDecision, { batch, actor: ADA }), 24)
  await assert.rejects(service.run(undoBulkDecision, { batch, actor: ADA }), refusesWith('wrong_state'))
  await acceptAll(await shown(), 'Welcome.')
  service.clock.advance(30)
  assert.deepEqual(await service.run(applyDueDecisions, null), { applied: 20, dropped: [], more: true })
  assert.deepEqual(await service.run(applyDueDecisions, null), { applied: 5, dropped: [], more: false })
  assert.equal((await idsAt(service, '/api/papers')).length, 24)
})

test('pending papers are accepted in batches until none is left but what somebody decided on', async (t) => {
  const { service } = await withSubmissions(t, 60)
  await click(service, 'p3', 'reject')
  const accept = (after: number | null) => service.run(acceptPending, { filter: all, note: null, actor: 'cli', after })
  const first = await accept(null)
  const second = await accept(first.next)
  assert.deepEqual([first.accepted, second.accepted, second.next], [50, 9, null])
  assert.equal((await accept(null)).accepted, 0)
  assert.equal((await idsAt(service, '/api/papers?limit=100')).length, 59)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recommendPaper } from '#actions/review/recommend-paper.ts'
import type { Verdict } from '#core/review/submission-state.ts'
import { decide } from '../../../support/service/review.ts'
import { withSubmissions } from '../../../support/actions/scheduled-decisions.ts'
import { refusesWith } from '../../../support/actions/refuses-with.ts'

const BEN = 'editor:ben'

test('reviewers recommend on pending papers, and submitters do not see it', async (t) => {
  const { service, key } = await withSubmissions(t, 2)
  const advise = (id: string, event: Verdict, note: string | null) =>
    service.run(recommendPaper, { id, event, note, actor: BEN })
  await advise('p1', 'reject', 'Off topic.')
  await assert.rejects(advise('p1', 'ask', null), refusesWith('invalid', /^note: is required/u))
  await assert.rejects(advise('p9', 'accept', null), refusesWith('not_found'))
  await decide(service, 'p2', 'accept')
  await assert.rejects(advise('p2', 'accept', null), refusesWith('wrong_state', /takes no recommendation/u))
  assert.deepEqual(
    (await service.store.private.recommendations.list('p1')).map(({ event, note, version }) => [event, note, version]),
    [['reject', 'Off topic.', 1]],
  )
  const isWrongState = await (await service.get('/api/submissions/p1', { 'x-api-key': key })).text()
  assert.ok(!isWrongState.includes('Off topic'))
})

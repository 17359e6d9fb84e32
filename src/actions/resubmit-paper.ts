import type { KeyRecord } from '#core/access/api-key.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { nextState } from '#core/review/submission-state.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { assessPaper } from './assess-paper.ts'
import { getOwnSubmission } from './own-submission.ts'

/** Puts a reworked paper back into review and checks it anew; the last version is kept. Throws `not_found` for any other key, `wrong_state` unless changes were asked for. */
export const resubmitPaper = async (
  { store, clock }: { store: Store; clock: Clock },
  { paper, key }: { paper: PaperWithText; key: KeyRecord },
): Promise<void> => {
  const assessment = await assessPaper(store.private.papers, paper, clock.now())
  await store.transact(async (tx) => {
    const submission = await getOwnSubmission(tx, paper.id, key)
    const state = nextState(submission.state, 'resubmit')
    const change = { actor: `key:${key.id}`, at: clock.now().toISOString() }
    await tx.papers.replace(paper, change)
    await tx.queue.saveAssessment(paper.id, assessment)
    await tx.papers.transition(paper.id, { state, note: null, ...change })
  })
}

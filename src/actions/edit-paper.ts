import type { Assessment } from '#core/review/checks/assess.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { assessPaper } from './assess-paper.ts'
import { changePaper } from './change-paper.ts'

type Ports = { store: Store; clock: Clock }

/** What the checks find in the new words of a paper that is in review; null for any other. */
const assessed = async ({ store, clock }: Ports, paper: PaperWithText): Promise<Assessment | null> => {
  const state = (await store.private.submissions.findWithoutHistory(paper.id))?.state
  const inReview = state === 'pending' || state === 'changes_requested'
  return inReview ? assessPaper(store.private.papers, paper, clock.now()) : null
}

/** Edits any paper, also one that is public: see `changePaper` for what it throws. Its version then. */
export const editPaper = async (
  ports: Ports,
  edit: { paper: PaperWithText; version: number | null; actor: string },
): Promise<number> => {
  const assessment = await assessed(ports, edit.paper)
  return ports.store.transact(async (tx) => {
    const at = ports.clock.now().toISOString()
    const version = await changePaper(tx, { ...edit, at, act: 'paper.edit' })
    if (assessment !== null) await tx.queue.saveAssessment(edit.paper.id, assessment)
    return version
  })
}

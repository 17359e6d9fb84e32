import { applyDueDecisions } from '#actions/review/apply-due-decisions.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { DecisionReader } from '#ports/store/review.ts'
import type { Job } from './run-jobs.ts'

type Ports = { run: RunAction; decisions: DecisionReader; clock: Clock; log: Log }

/** Applies scheduled decisions that can no longer be undone. Every process does this; each decision is applied once. */
export const applyDueDecisionsJob = ({ run, decisions, clock, log }: Ports): Job => ({
  name: 'apply-due-decisions',
  everySeconds: 1,
  run: async () => {
    // Most runs find nothing; those must not make writers wait.
    if ((await decisions.due(clock.now().toISOString(), 1)).length === 0) return { more: false }
    const { dropped, more } = await run(applyDueDecisions, null)
    for (const id of dropped)
      log.info(
        { paper: id },
        'a scheduled decision was dropped: the paper was withdrawn or changed before it took effect',
      )
    return { more }
  },
})

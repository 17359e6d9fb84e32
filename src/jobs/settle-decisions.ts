import { settleDecisions } from '#actions/settle-decisions.ts'
import type { ReviewPorts } from '#actions/review-paper.ts'
import type { Log } from '#ports/log.ts'
import type { Job } from './runner.ts'

/** Lets decisions take effect once nobody can undo them any more; every process does it, each decision happens once. */
export const settleDecisionsJob = (ports: ReviewPorts & { log: Log }): Job => ({
  name: 'settle-decisions',
  everySeconds: 1,
  run: async () => {
    const { dropped, more } = await settleDecisions(ports)
    for (const id of dropped)
      ports.log.info({ paper: id }, 'a decision came to nothing: the paper was withdrawn before')
    return { more }
  },
})

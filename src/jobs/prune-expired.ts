import { pruneExpired } from '#actions/prune-expired.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Job } from './run-jobs.ts'

/** Deletes what has expired, once an hour. */
export const pruneExpiredJob = ({ run }: { run: RunAction }): Job => ({
  name: 'prune-expired',
  everySeconds: 3_600,
  run: async () => {
    await run(pruneExpired, null)
    return { more: false }
  },
})

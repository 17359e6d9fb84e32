import { keepTrends } from '#actions/editorial/trends.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Store } from '#ports/store/store.ts'
import type { Job } from './run-jobs.ts'

/** Keeps the history of trends by week, once an hour if anything changed. */
export const keepTrendsJob = ({ run, store }: { run: RunAction; store: Pick<Store, 'private'> }): Job => {
  let keptAt: number | null = null
  return {
    name: 'keep-trends',
    everySeconds: 3_600,
    run: async () => {
      const revision = await store.private.revision()
      if (revision === keptAt) return { more: false }
      await run(keepTrends, null)
      keptAt = revision
      return { more: false }
    },
  }
}

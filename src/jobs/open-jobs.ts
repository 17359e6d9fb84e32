import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#ports/log.ts'
import { runJobs, type Job, type Runner } from './run-jobs.ts'

/** Loads what a job needs, and makes it; null where there is nothing to run. */
export type OpenJob = () => Promise<Job | null>

/** A server that has just begun to listen answers first: what is loaded here would stand in its way. */
const FIRST_AFTER_MS = 200

/**
 * Opens jobs one after another, so that requests have their turn between two, and runs each from then on. A job that cannot
 * be opened is a defect: its failure is nobody's to catch, and ends the process.
 */
export const openJobs = (jobs: readonly OpenJob[], log: Log): Runner => {
  const abort = new AbortController()
  const runners: Runner[] = []
  const openAll = async (): Promise<void> => {
    for (const open of jobs) {
      if (abort.signal.aborted) return
      const job = await open()
      if (job !== null) runners.push(runJobs([job], log))
      await nextTurn()
    }
  }
  const opened = pause(FIRST_AFTER_MS, undefined, abort).then(openAll, () => {})
  return {
    stop: async () => {
      abort.abort()
      await opened
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}

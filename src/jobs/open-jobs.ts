import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#ports/log.ts'
import { runJobs, type Job, type Runner } from './run-jobs.ts'

/** Loads what a job needs, and makes it. */
export type OpenJob = () => Promise<Job>

/** A server that has just begun to listen answers first. */
const FIRST_AFTER_MS = 50

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
      runners.push(runJobs([await open()], log))
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

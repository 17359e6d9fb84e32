import type { Log } from '#ports/log.ts'

/** Work that is repeated in the background. `run` resolves with whether more is waiting. */
export type Job = { name: string; everySeconds: number; run(signal: AbortSignal): Promise<{ more: boolean }> }

export type Runner = { stop(): Promise<void> }

const FIRST_AFTER_MS = 50

/** Runs jobs one at a time, each at its own interval. A failed job is logged and runs again at its next interval. */
export const runJobs = (jobs: readonly Job[], log: Log): Runner => {
  const abort = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  const turn = async (job: Job): Promise<void> => {
    let more = false
    try {
      ;({ more } = await job.run(abort.signal))
    } catch (error) {
      log.error({ job: job.name, err: error }, 'a job failed and will be tried again')
    }
    if (!abort.signal.aborted) schedule(job, more ? 0 : job.everySeconds * 1_000)
  }

  const schedule = (job: Job, afterMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const done = turn(job).finally(() => running.delete(done))
      running.add(done)
    }, afterMs)
    timer.unref()
    timers.add(timer)
  }

  for (const job of jobs) schedule(job, FIRST_AFTER_MS)
  return {
    stop: async () => {
      abort.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

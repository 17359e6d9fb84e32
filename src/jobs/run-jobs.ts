import { withinNewTrace } from '#tracing/current-trace.ts'
import type { Metrics } from '#ports/metrics.ts'
import type { Clock, Log } from '#ports/runtime.ts'

/** Work that is repeated in the background. If `run` resolves with `more`, it runs again at once. */
export type Job = { name: string; everySeconds: number; run(signal: AbortSignal): Promise<{ more: boolean }> }

export type Runner = { stop(): Promise<void> }

const FIRST_AFTER_MS = 50

/** Runs each job at its own interval, never twice at the same time. A failed job is logged and runs again after its interval. */
export const runJobs = (
  jobs: readonly Job[],
  { log, clock, metrics }: { log: Log; clock: Clock; metrics: Metrics },
): Runner => {
  const abort = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  const runOnce = async (job: Job): Promise<void> => {
    let more = false
    const startedAt = performance.now()
    const note = (outcome: 'success' | 'failure'): void =>
      metrics.ranJob({ job: job.name, outcome, seconds: (performance.now() - startedAt) / 1_000, at: clock.now() })
    try {
      ;({ more } = await job.run(abort.signal))
      note('success')
    } catch (error) {
      note('failure')
      log.error({ job: job.name, err: error }, 'a job failed and will be tried again')
    }
    if (!abort.signal.aborted) schedule(job, more ? 0 : job.everySeconds * 1_000)
  }

  const schedule = (job: Job, afterMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const done = withinNewTrace(() => runOnce(job)).finally(() => running.delete(done))
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

import assert from 'node:assert/strict'
import { setImmediate as soon } from 'node:timers/promises'
import { test } from 'node:test'
import { runJobs, type Job } from '#jobs/run-jobs.ts'
import { noMetrics } from '#ports/metrics.ts'
import type { Log } from '#ports/runtime.ts'
import { fakeClock, recordingLog, type LogLine } from '../support/ports.ts'

const portsWith = (log: Log) => ({ log, clock: fakeClock(), metrics: noMetrics })

const inTime = { timeout: 240_000 }
const done = { more: false }

/** A job whose n-th run does what the n-th step says; the last step stays. */
const jobOf = (...steps: Job['run'][]): Job & { runs: number } => {
  const job = {
    name: 'example',
    everySeconds: 0.01,
    runs: 0,
    run: (signal: AbortSignal): Promise<{ more: boolean }> => {
      const step = steps[Math.min(job.runs, steps.length - 1)]
      job.runs += 1
      return step === undefined ? Promise.resolve(done) : step(signal)
    },
  }
  return job
}

test('a job that fails is logged and tried again, and holds up no other job', inTime, async () => {
  const logged: LogLine[] = []
  const failure = new Error('the disk is on fire')
  const third = Promise.withResolvers<void>()
  const failing = jobOf(
    () => Promise.reject(failure),
    () => {
      throw failure
    },
    async () => {
      third.resolve()
      return done
    },
  )
  const other = Promise.withResolvers<void>()
  const sound = jobOf(async () => {
    other.resolve()
    return done
  })
  const runner = runJobs([failing, sound], portsWith(recordingLog(logged)))
  await Promise.all([third.promise, other.promise])
  await runner.stop()
  assert.deepEqual(
    logged.map(({ level, facts }) => ({ level, facts })),
    Array.from({ length: 2 }, () => ({ level: 'error', facts: { job: 'example', err: failure } })),
  )
})

test('stop signals the running job, waits for it, and starts nothing more', inTime, async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const end = Promise.withResolvers<{ more: boolean }>()
  const running = jobOf((signal) => {
    begun.resolve(signal)
    return end.promise
  })
  const runner = runJobs([running], portsWith(recordingLog([])))
  const signal = await begun.promise
  assert.equal(signal.aborted, false)

  let stopped = false
  const stopping = runner.stop().then(() => (stopped = true))
  assert.equal(signal.aborted, true)
  for (let turn = 0; turn < 20; turn += 1) await soon()
  assert.equal(stopped, false)
  end.resolve({ more: true })
  await stopping
  for (let turn = 0; turn < 20; turn += 1) await soon()
  assert.equal(running.runs, 1)
})

test('stop before the first run starts nothing', inTime, async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const job = jobOf(async () => done)
  await runJobs([job], portsWith(recordingLog([]))).stop()
  t.mock.timers.tick(3_600_000)
  assert.equal(job.runs, 0)
})

test('a job runs soon after the start, then at its interval, and at once when more is waiting', inTime, async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const job = { ...jobOf(), everySeconds: 5 }
  let runs = 0
  job.run = async () => {
    runs += 1
    return { more: runs === 2 }
  }
  /** Moves the time, and lets what began then come to its end. */
  const after = async (ms: number): Promise<number> => {
    t.mock.timers.tick(ms)
    for (let turn = 0; turn < 5; turn += 1) await soon()
    return runs
  }
  const runner = runJobs([job], portsWith(recordingLog([])))
  assert.equal(await after(1_000), 1)
  assert.equal(await after(4_999), 1)
  assert.equal(await after(1), 2)
  assert.equal(await after(1), 3)
  assert.equal(await after(4_999), 3)
  assert.equal(await after(1), 4)
  await runner.stop()
})

test('a job never runs twice at the same time', inTime, async () => {
  let concurrent = 0
  let most = 0
  const fifth = Promise.withResolvers<void>()
  const job = jobOf(async () => {
    concurrent += 1
    most = Math.max(most, concurrent)
    for (let turn = 0; turn < 5; turn += 1) await soon()
    concurrent -= 1
    if (job.runs === 5) fifth.resolve()
    return { more: true }
  })
  const runner = runJobs([job], portsWith(recordingLog([])))
  await fifth.promise
  await runner.stop()
  assert.equal(most, 1)
})

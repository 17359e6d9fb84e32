import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { openJobs, type OpenJob } from './open-jobs.ts'
import type { Job } from './run-jobs.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

/** A job that runs once an hour; `ran` resolves with its first run. */
const hourly = (name: string) => {
  const { promise: ran, resolve } = Promise.withResolvers<void>()
  const run = async () => {
    resolve()
    return { more: false }
  }
  return { job: { name, everySeconds: 3_600, run } satisfies Job, ran }
}

test('jobs are opened one after another, others have their turn between two, and each runs', async () => {
  const jobs = [hourly('first'), hourly('second'), hourly('third')]
  const opened: string[] = []
  const note = (what: string): void => {
    if (opened.at(-1) !== what) opened.push(what)
  }
  const openers = jobs.map(({ job }): OpenJob => async () => {
    note(job.name)
    setImmediate(() => note('turn'))
    return job
  })
  const runner = openJobs(openers, log)
  await Promise.all(jobs.map(({ ran }) => ran))
  await runner.stop()
  assert.deepEqual(opened, ['first', 'turn', 'second', 'turn', 'third', 'turn'])
})

test('stop before the first is opened opens nothing', async () => {
  await openJobs([() => assert.fail('opened')], log).stop()
})

test('stop waits for the job that is being opened, which then never runs, and opens no other', async () => {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let runs = 0
  const run = async () => {
    runs += 1
    return { more: false }
  }
  const first = async (): Promise<Job> => {
    begun.resolve()
    await end.promise
    return { name: 'first', everySeconds: 1, run }
  }
  const runner = openJobs([first, () => assert.fail('opened')], log)
  await begun.promise
  let isStopped = false
  const stopping = runner.stop().then(() => (isStopped = true))
  await nextTurn()
  assert.equal(isStopped, false)
  end.resolve()
  await stopping
  assert.equal(runs, 0)
})

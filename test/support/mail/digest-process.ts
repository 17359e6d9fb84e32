import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { digestPreparer } from '#jobs/digests.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { randomIds } from '../../../src/random-ids.ts'
import { childEnvironment } from '../process/longview-process.ts'
import { testRunner, fakeClock, recordingLog } from '../ports.ts'

/** What the process says once its corpus is open, and once it holds a transaction that it never commits. */
const OPEN = 'open\n'
const HOLDS = 'holds\n'

/** Matches and makes digests as one process of several, at an instant; stops forever before the commit with this number. */
const prepareInThisProcess = async (url: string, now: string, holdsAt: number): Promise<void> => {
  const clock = fakeClock(now)
  const store = await openPostgresStore({ url, replicaUrls: [] }, { clock, log: recordingLog([]) }, { migrate: false })
  const run = await testRunner({ store, clock }, { ids: randomIds })
  let count = 0
  const held: RunAction = (action, input) =>
    run(async (tx, given: typeof input) => {
      const result = await action(tx, given)
      count += 1
      if (count !== holdsAt) return result
      process.stdout.write(HOLDS)
      return new Promise<typeof result>(() => {})
    }, input)
  process.stdout.write(OPEN)
  const prepare = digestPreparer({ store, clock, run: held })
  for (let isDone = false; !isDone;) {
    try {
      await prepare()
      isDone = true
    } catch (error) {
      // Another process holds the turn for too long: the job of a server begins again a minute later.
      if (!(error instanceof Failure && error.code === 'unavailable')) throw error
    }
  }
  await store.close()
}

type DigestProcess = {
  /** Resolves once it has its corpus open, and once it holds a transaction; both also once it has ended. */
  opened: Promise<unknown>
  holds: Promise<unknown>
  /** Its exit code; null if it was killed. */
  ended: Promise<number | null>
  kill(): void
}

/** Starts a process that matches and makes digests. */
export const startDigestProcess = (url: string, now: string, { holdsAt = 0 } = {}): DigestProcess => {
  const child = spawn(process.execPath, [import.meta.filename, url, now, String(holdsAt)], {
    // Stripping the types of all modules would be most of what it does.
    env: childEnvironment({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' }),
    cwd: resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const says = (words: string): Promise<unknown> => {
    let said = ''
    const heard = new Promise<void>((resolveHeard) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes(words)) resolveHeard()
      })
    })
    return Promise.race([heard, ended])
  }
  return { opened: says(OPEN), holds: says(HOLDS), ended, kill: () => child.kill('SIGKILL') }
}

const [program, url = '', now = '', holdsAt = '0'] = process.argv.slice(1)
if (program === import.meta.filename) await prepareInThisProcess(url, now, Number(holdsAt))

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { FileQueue } from './file-queue.ts'
import type { Asked, Ended, Given } from './messages.ts'

/** Ends a file that hangs: far more than the slowest one takes on a slow machine. */
const SILENT_FOR_MS = 900_000

/** From the last test of a process to its end: closing what its files share takes seconds. */
const ENDS_WITHIN_MS = 120_000

const UNTRACKED = new URL('./untracked-promises.ts', import.meta.url).href

/** The runner's summary: what ends without it did not run to its end. */
const SUMMARY = /^ℹ fail \d+$/u

/** What went wrong, a sentence each, and how long each file took. */
export type Outcome = { failures: readonly string[]; took: readonly Ended[] }

type Options = {
  processes: number
  /** Takes each line that a process writes, and the number of the process. */
  print: (line: string, number: number) => void
  endsWithinMs?: number
  /** Measures the processor time of each test, which needs one process only. */
  isMeasured?: boolean
  /** Takes all files that have ended, each time that one has. */
  tell?: (ended: readonly Ended[]) => void
}

/** Runs test files in a few processes, each of which takes the next file when it has ended one. */
export const runFiles = async (
  queue: FileQueue,
  { processes, print, endsWithinMs = ENDS_WITHIN_MS, isMeasured = false, tell = () => {} }: Options,
): Promise<Outcome> => {
  const took: Ended[] = []
  const failures: string[] = []

  const runProcess = async (number: number): Promise<void> => {
    const child = fork(
      new URL('./test-process.ts', import.meta.url),
      [String(endsWithinMs), ...(isMeasured ? ['measured'] : [])],
      {
        execArgv: ['--test-reporter=spec', `--import=${UNTRACKED}`],
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      },
    )
    const seen: { current: string | null; hasSummary: boolean } = { current: null, hasSummary: false }
    const hangs = setTimeout(() => {
      failures.push(`${seen.current ?? `process ${number}`} has said nothing for ${SILENT_FOR_MS / 60_000} minutes`)
      child.kill('SIGKILL')
    }, SILENT_FOR_MS)
    child.on('message', ({ ended }: Asked) => {
      if (ended !== null) {
        took.push(ended)
        tell(took)
      }
      seen.current = queue.next(number === 1)
      child.send({ file: seen.current } satisfies Given)
    })
    if (child.stdout !== null)
      createInterface(child.stdout).on('line', (line) => {
        hangs.refresh()
        seen.hasSummary ||= SUMMARY.test(line)
        print(line, number)
      })
    const [code] = (await once(child, 'close')) as [number | null]
    clearTimeout(hangs)
    if (seen.current !== null) {
      failures.push(`process ${number} ended in the middle of ${seen.current}`)
      await runProcess(number)
    } else if (code !== 0) failures.push(`tests failed in process ${number}, see ✖`)
    else if (!seen.hasSummary) failures.push(`process ${number} ended before its last test`)
  }

  await Promise.all(Array.from({ length: processes }, (_, index) => runProcess(index + 1)))
  return { failures, took }
}

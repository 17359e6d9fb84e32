import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Ends a file that hangs: far more than the slowest one takes on a slow machine. */
const SILENT_FOR_MS = 900_000

/** From the last test of a process to its end: closing what its files share takes seconds. */
const ENDS_WITHIN_MS = 120_000

const UNTRACKED = new URL('./untracked-promises.ts', import.meta.url).href

/** The runner's summary: what ends without it did not run to its end. */
const SUMMARY = /^ℹ fail \d+$/u

const needsBrowser = (file: string): boolean => file.startsWith('test/browser/')

type Options = {
  processes: number
  /** Called with each line that a process writes, and the number of the process. */
  print: (line: string, number: number) => void
  endsWithinMs?: number
}

/**
 * Runs test files in a few processes, each of which asks for the next file when it has ended one. The first takes those of a
 * browser, and others do so when nothing else is left, since each process starts its own browser.
 * @returns the failures, a sentence each
 */
export const runFiles = async (
  files: readonly string[],
  { processes, print, endsWithinMs = ENDS_WITHIN_MS }: Options,
): Promise<string[]> => {
  const failures: string[] = []
  const { browser = [], others = [] } = Object.groupBy(files, (file) => (needsBrowser(file) ? 'browser' : 'others'))
  const next = (number: number): string | null => {
    const [first, second] = number === 1 ? [browser, others] : [others, browser]
    return first.shift() ?? second.shift() ?? null
  }

  const runProcess = async (number: number): Promise<void> => {
    const child = fork(new URL('./test-process.ts', import.meta.url), [String(endsWithinMs)], {
      // Under `node --test` the child would report to that process instead.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      execArgv: ['--test-reporter=spec', `--import=${UNTRACKED}`],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const seen: { current: string | null; hasSummary: boolean } = { current: null, hasSummary: false }
    const hangs = setTimeout(() => {
      failures.push(`${seen.current ?? `process ${number}`} has printed nothing for ${SILENT_FOR_MS / 60_000} minutes`)
      child.kill('SIGKILL')
    }, SILENT_FOR_MS)
    child.on('message', () => {
      seen.current = next(number)
      // Where it can no longer be sent, the process has ended, which is noticed below.
      child.send({ file: seen.current }, () => {})
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
  return failures
}

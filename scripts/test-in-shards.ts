import { globSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { globalSetup, globalTeardown } from '../test/support/database/global-setup.ts'
import { fileQueue } from './tests/file-queue.ts'
import { HEAVIEST } from './tests/heaviest-files.ts'
import { spentBy, totalOf } from './tests/processor-time.ts'
import { runFiles } from './tests/run-files.ts'
import { timesTable } from './tests/times-table.ts'

/**
 * Runs the given test files in a few processes that share one PostgreSQL. A process for each file would spend a fifth of
 * the time on loading the same modules. Each line is prefixed with the process it came from.
 * `--times FILE` runs all in one process and writes a table of the processor time that each file and each test spends.
 */

/** Twice the cores of a small machine, since many tests wait for a process or a browser. More take longer in all. */
const PROCESSES = 4

const LONGEST_TOLD = 12

const { values, positionals: patterns } = parseArgs({ options: { times: { type: 'string' } }, allowPositionals: true })
const isMeasured = values.times !== undefined
if (isMeasured && process.platform !== 'linux') {
  process.stderr.write('--times reads /proc, which only Linux has.\n')
  process.exit(1)
}
const files = globSync(patterns).toSorted()
if (files.length === 0) {
  process.stderr.write(`No test file matches ${patterns.join(' ')}.\n`)
  process.exit(1)
}
// Whoever interrupts a run leaves no databases behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
await globalSetup()
try {
  const { failures, took } = await runFiles(fileQueue(files, HEAVIEST), {
    processes: isMeasured ? 1 : Math.min(PROCESSES, files.length),
    isMeasured,
    tell: (ended) => {
      if (values.times !== undefined) writeFileSync(values.times, timesTable(ended))
    },
    print: (line, number) => process.stdout.write(`${number} ${line}\n`),
  })
  const longest = took.toSorted((a, b) => b.seconds - a.seconds).slice(0, LONGEST_TOLD)
  const told = longest.map(({ file, seconds }) => `${file} ${Math.round(seconds)} s`)
  process.stdout.write(`Longest: ${told.join(', ')}.\n`)
  if (values.times !== undefined) {
    const total = totalOf(spentBy(process.pid, process.pid))
    process.stdout.write(`${Math.round(total)} s of processor time in all; ${values.times} tells of what.\n`)
  }
  process.stdout.write(failures.length === 0 ? 'All files passed.\n' : `Failed: ${failures.join('; ')}.\n`)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  await globalTeardown()
}

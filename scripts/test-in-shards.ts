import { globSync } from 'node:fs'
import { globalSetup, globalTeardown } from '../test/support/database/global-setup.ts'
import { fileQueue } from './tests/file-queue.ts'
import { HEAVIEST } from './tests/heaviest-files.ts'
import { runFiles } from './tests/run-files.ts'

/**
 * Runs the given test files in a few processes that share one PostgreSQL. A process for each file would spend a fifth of
 * the time on loading the same modules. Each line is prefixed with the process it came from.
 */

/** Twice the cores of a small machine, since many tests wait for a process or a browser. More take longer in all. */
const PROCESSES = 4

const LONGEST_TOLD = 12

const patterns = process.argv.slice(2)
const files = globSync(patterns).toSorted()
if (files.length === 0) {
  process.stderr.write(`No test file matches ${patterns.join(' ')}.\n`)
  process.exit(1)
}
await globalSetup()
try {
  const { failures, took } = await runFiles(fileQueue(files, HEAVIEST), {
    processes: Math.min(PROCESSES, files.length),
    print: (line, number) => process.stdout.write(`${number} ${line}\n`),
  })
  const longest = took.toSorted((a, b) => b.seconds - a.seconds).slice(0, LONGEST_TOLD)
  const told = longest.map(({ file, seconds }) => `${file} ${Math.round(seconds)} s`)
  process.stdout.write(`Longest: ${told.join(', ')}.\n`)
  process.stdout.write(failures.length === 0 ? 'All files passed.\n' : `Failed: ${failures.join('; ')}.\n`)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  await globalTeardown()
}

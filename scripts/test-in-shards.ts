import { globSync, statSync } from 'node:fs'
import { globalSetup, globalTeardown } from '../test/support/database/global-setup.ts'
import { runFiles } from './tests/run-files.ts'

/**
 * Runs the given test files in a few processes that share one PostgreSQL. `node --test` starts a process for each file, which
 * would spend a fifth of the time on loading the same modules. Each line is prefixed with the process it came from.
 */

/** Twice the cores of a small machine, since many tests wait for a process or a browser. More take longer in all. */
const PROCESSES = 4

const patterns = process.argv.slice(2)
// Long files start first, so that no process is left with a long one while the others are idle.
const files = globSync(patterns).toSorted((a, b) => statSync(b).size - statSync(a).size)
if (files.length === 0) {
  process.stderr.write(`No test file matches ${patterns.join(' ')}.\n`)
  process.exit(1)
}
// An interrupted run leaves no databases behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
await globalSetup()
try {
  const failures = await runFiles(files, {
    processes: Math.min(PROCESSES, files.length),
    print: (line, number) => process.stdout.write(`${number} ${line}\n`),
  })
  process.stdout.write(failures.length === 0 ? 'All files passed.\n' : `Failed: ${failures.join('; ')}.\n`)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  await globalTeardown()
}

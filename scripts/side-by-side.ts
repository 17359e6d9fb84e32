import { runSideBySide } from './tests/run-side-by-side.ts'

/**
 * Runs the named scripts of package.json in parallel. Type checker and linter mostly use one core, and tests wait for processes:
 * together they leave no core idle. Lines of a checker start with its name; those of tests with their process.
 */

const names = process.argv.slice(2)
const failed = await runSideBySide(
  names.map((name) => ({
    name,
    prefix: name.startsWith('check:') ? `${name} ` : '',
    file: process.execPath,
    args: ['--run', name],
  })),
  (line) => process.stdout.write(`${line}\n`),
)
process.stdout.write(failed.length === 0 ? `All passed: ${names.join(', ')}.\n` : `Failed: ${failed.join(', ')}.\n`)
process.exitCode = failed.length === 0 ? 0 : 1

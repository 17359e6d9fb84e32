import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { globalSetup, globalTeardown } from '../test/support/database/global-setup.ts'

/** Twice the cores of a small machine, since many tests wait for a process or a browser. More take longer in all. */
const SHARDS = 4

/**
 * Runs the given test files in a few processes that share one PostgreSQL and one Chromium. A process for each file
 * would spend a fifth of the time on loading the same modules. Each line is prefixed with the process it came from.
 */
const runShard = async (shard: number, files: readonly string[]): Promise<number> => {
  const child = spawn(
    process.execPath,
    ['--test', '--test-isolation=none', '--test-reporter=spec', `--test-shard=${shard}/${SHARDS}`, ...files],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => process.stdout.write(`${shard} ${line}\n`))
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 1
}

const files = process.argv.slice(2)
await globalSetup()
try {
  const codes = await Promise.all(Array.from({ length: SHARDS }, (_, index) => runShard(index + 1, files)))
  const failed = codes.flatMap((code, index) => (code === 0 ? [] : [index + 1]))
  process.stdout.write(
    failed.length === 0 ? 'All files passed.\n' : `Tests failed in ${failed.join(' and ')}; search for ✖.\n`,
  )
  process.exitCode = failed.length === 0 ? 0 : 1
} finally {
  await globalTeardown()
}

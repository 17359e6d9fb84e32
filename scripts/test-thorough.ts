import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { filesWithDepth } from '../test/support/source-tree/files-with-depth.ts'
import { parts } from './prove/parts.ts'
import { findPostgres } from './tests/find-postgres.ts'

/**
 * The tests that are too long for `npm test`: every test with a budget at its thorough depth, measurements and external checks,
 * upgrade and restore. Prints a line for each part, and the whole output of a failed one. `--only WORD` runs the parts with
 * this word in their name.
 */

const ROOT = resolve(import.meta.dirname, '..')

type Part = { name: string; args: readonly string[]; env?: Record<string, string> }

const SETUP = '--test-global-setup=test/support/database/global-setup.ts'

const tests = (name: string, files: readonly string[]): Part => ({
  name,
  args: ['--test', '--test-concurrency=1', '--test-reporter=spec', SETUP, ...files],
})

const deep = filesWithDepth(ROOT)
const isBelow = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
const KINDS = ['test/fault', 'test/browser', 'src']
const others = deep.filter((path) => ![...KINDS, 'test/fuzz'].some((folder) => isBelow(folder)(path)))
const kept = globSync('test/contract/{upgrade,copy}/**/*.test.ts', { cwd: ROOT })

/** The tests of PostgreSQL with every server of the system: at their quick depth, since others are thorough with that of the package. */
const { found, missing } = findPostgres('/usr/lib/postgresql')
const servers = found.flatMap(({ name, bin }): Part[] => {
  const onServer = (part: Part, depth: string): Part => ({
    ...part,
    env: { TEST_POSTGRES_BIN: bin, TEST_DEPTH: depth },
  })
  return [
    onServer(tests(name, globSync('test/contract/{*,postgres/*,library/*}.test.ts', { cwd: ROOT })), 'quick'),
    onServer(tests(`${name}: plans`, ['test/contract/postgres/plans.test.ts']), 'thorough'),
  ]
})

/** These share the two cores. `npm run fuzz` runs the deep tests of test/fuzz/ with another seed in each round. */
const together: readonly Part[] = [
  tests(
    'faults',
    deep.filter((path) => isBelow('test/fault')(path)),
  ),
  { name: 'fuzz', args: ['scripts/fuzz.ts', '--minutes', '3'] },
  tests('agreement', [...new Set([...others, ...deep.filter((path) => isBelow('src')(path))])]),
  tests(
    'accessibility',
    deep.filter((path) => isBelow('test/browser')(path)),
  ),
  tests('upgrade and restore', kept),
  ...servers,
  { name: 'built program', args: ['--test', 'test/dist/*.dist-test.ts'] },
  { name: 'conform', args: ['conform/main.ts', '--short'] },
]

/** These measure response times, so they run alone. */
const alone: readonly Part[] = [
  {
    name: 'event loop',
    args: ['bench/event-loop/main.ts', '--mebibytes', '2', '--records', '2500', '--only', '^import|^session'],
  },
  // What no other part runs; the page is for a run before a release.
  {
    name: 'prove',
    args: [
      'scripts/prove.ts',
      '--minutes',
      '2',
      '--only',
      parts
        .filter(({ isApart }) => isApart === true)
        .map(({ name }) => name)
        .join(','),
    ],
  },
  { name: 'abuse', args: ['abuse/main.ts', '--seconds', '6', '--times', 'told'] },
]

const [flag, only = ''] = process.argv.slice(2)
const isWanted = ({ name }: Part): boolean => name.includes(only)
if ((flag !== undefined && flag !== '--only') || ![...together, ...alone].some(isWanted)) {
  process.stderr.write('usage: npm run test:thorough -- [--only WORD]\n')
  process.exit(2)
}

const running = new Set<ChildProcess>()
const interruption = new AbortController()
const failed: string[] = []

/** A part leads a group of processes, so that all that it starts ends with it. */
const endAll = (signal: NodeJS.Signals): void => {
  for (const { pid } of running)
    try {
      if (pid !== undefined) process.kill(-pid, signal)
    } catch {
      // It has just ended.
    }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    interruption.abort()
    endAll('SIGTERM')
    setTimeout(() => {
      endAll('SIGKILL')
      process.exit(1)
    }, 2_000)
  })

const run = async ({ name, args, env: given = {} }: Part): Promise<void> => {
  const begun = performance.now()
  const env = { ...process.env, TEST_DEPTH: 'thorough', ...given }
  const child = spawn(process.execPath, args, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      if (/not run: |\bMISSED$/u.test(line)) process.stdout.write(`${name}: ${line}\n`)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  running.delete(child)
  if (code !== 0) {
    failed.push(name)
    process.stdout.write(`${lines.join('\n')}\n`)
  }
  const seconds = Math.round((performance.now() - begun) / 1_000)
  process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'} ${name}, ${seconds} s\n`)
}

const runParts = async (parts: readonly Part[], lanes: number): Promise<void> => {
  const left = parts.filter(isWanted)
  const lane = async (): Promise<void> => {
    for (let part = left.shift(); part !== undefined && !interruption.signal.aborted; part = left.shift())
      await run(part)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

for (const name of missing) if (name.includes(only)) process.stdout.write(`not run: ${name}\n`)
await runParts(together, 2)
await runParts(alone, 1)
process.stdout.write(failed.length === 0 ? 'All parts passed.\n' : `Failed: ${failed.join(', ')}.\n`)
process.exitCode = failed.length === 0 ? 0 : 1

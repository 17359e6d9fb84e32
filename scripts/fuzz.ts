import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

/** Runs the generated-input tests at their thorough depth on both engines, round after round with another seed, for some minutes. */

const MAX_SEED = 1e9

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes)
const first = Number(values.seed ?? Math.floor(Math.random() * MAX_SEED))
if (!(minutes > 0) || !Number.isSafeInteger(first) || first < 0) {
  process.stderr.write('usage: npm run fuzz -- [--minutes N] [--seed S]\n')
  process.exit(2)
}

const round = async (seed: number): Promise<boolean> => {
  const setup = '--test-global-setup=test/support/database/global-setup.ts'
  const child = spawn(process.execPath, ['--test', '--test-concurrency=2', setup, 'test/fuzz/*.test.ts'], {
    env: { ...process.env, TEST_SEED: String(seed), TEST_DEPTH: 'thorough' },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

const end = performance.now() + minutes * 60_000
let rounds = 0
do {
  const seed = (first + rounds) % MAX_SEED
  process.stdout.write(`round ${rounds + 1}, seed ${seed}\n`)
  if (!(await round(seed))) {
    process.stdout.write(`Failed. To repeat: npm run fuzz -- --minutes 0.01 --seed ${seed}\n`)
    process.exit(1)
  }
  rounds += 1
} while (performance.now() < end)
process.stdout.write(`${rounds} rounds, seeds ${first} to ${(first + rounds - 1) % MAX_SEED}: no failure.\n`)

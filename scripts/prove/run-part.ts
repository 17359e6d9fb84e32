import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Planned } from './plan.ts'
import { resultsOf, type Result } from './result.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const GRACE_SECONDS = 300
/** A busy machine is slower than the one where the seconds of parts were measured. */
const SLOWER = 5

const running = new Set<ChildProcess>()

/** A part leads a group of processes, so that all that it starts ends with it. */
const endGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

/** Ends all that runs. */
export const endParts = (): void => {
  for (const child of running) endGroup(child)
}

const quoted = (text: string): string => (/^[\w./=:,^|-]+$/u.test(text) && !text.includes('|') ? text : `'${text}'`)

/** Variables that repeat the run of a part. */
const environmentOf = ({ budgets }: Planned, seed: number): Record<string, string> => {
  const raised = Object.entries(budgets).map(([name, value]) => `${name}=${value}`)
  return { TEST_SEED: String(seed), ...(raised.length === 0 ? {} : { TEST_BUDGETS: raised.join(',') }) }
}

/** As it is typed to run the part again. */
const commandOf = (args: readonly string[], environment: Record<string, string>): string => {
  const isTest = args[0] === '--test'
  const variables = isTest ? Object.entries(environment).map(([name, value]) => `${name}=${value}`) : []
  const shown = isTest ? ['--test', ...args.filter((argument) => !argument.startsWith('--'))] : args
  return [...variables, 'node', ...shown.map(quoted)].join(' ')
}

/** Runs a part, and judges what it printed. @param keep gets all that it printed if it failed */
export const runPart = async (planned: Planned, seed: number, keep: (text: string) => void): Promise<Result[]> => {
  const { part } = planned
  const args = part.args(Math.floor(planned.seconds))
  const environment = environmentOf(planned, seed)
  const { TEST_DEPTH: _, TEST_BUDGETS: __, ...surroundings } = process.env
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...surroundings, ...environment },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line))
  let isCutOff = false
  const deadline = setTimeout(
    () => {
      isCutOff = true
      endGroup(child)
    },
    (planned.seconds * SLOWER + GRACE_SECONDS) * 1_000,
  )
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(deadline)
  running.delete(child)
  const results = resultsOf(part, commandOf(args, environment), { code, lines, isCutOff, seconds: planned.seconds })
  if (results.some(({ verdict }) => verdict === 'MISSED')) keep(`${lines.join('\n')}\n`)
  return results
}

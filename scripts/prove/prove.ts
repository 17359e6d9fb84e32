import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { withFigures } from '../../bench/markdown.ts'
import { seededRandom } from '../../test/support/generated/random.ts'
import { lineOf, summaryOf, tableOf } from './page.ts'
import type { Part } from './part.ts'
import { LANES, planParts, type Planned } from './plan.ts'
import { isPromise, promises, type PromiseId } from './promises.ts'
import { inOrder, notRun, type Result } from './result.ts'
import { endParts, runPart } from './run-part.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGE = 'docs/reliability.md'
const MAX_SEED = 1e9

const USAGE = `npm run prove -- --minutes N [--only R1,S6,soak] [--seed N] [--out FILE]

Tries what Longview promises, with as many kills, faults and requests as the minutes allow, and writes the results into
${PAGE}: promise, how it was tried, figure, command and verdict.
--only tries these promises, or runs the parts with these names; it prints the results and writes no page.
--seed repeats the choices of an earlier run.
--out writes the results to this file instead of the page.
Exits with 1 if a promise was missed.

`

type Options = { minutes: number; only: readonly string[]; seed: number; out: string | null }

/** Null if the arguments are wrong. */
const readOptions = (args: readonly string[], parts: readonly Part[]): Options | null => {
  const option = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { minutes: option, only: option, seed: option, out: option },
    })
    const minutes = Number(values.minutes)
    const seed = Number(values.seed ?? randomInt(MAX_SEED))
    const only = (values.only ?? '').split(',').filter(Boolean)
    const isKnown = (word: string): boolean => isPromise(word) || parts.some(({ name }) => name === word)
    if (!(minutes > 0) || !Number.isSafeInteger(seed) || seed < 0 || !only.every(isKnown)) return null
    return { minutes, only, seed, out: values.out ?? (only.length === 0 ? resolve(ROOT, PAGE) : null) }
  } catch {
    return null
  }
}

const machineText = (): string => {
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} cores, ${gibibytes} GiB, Node ${process.version}, ${process.platform}`
}

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** What was tried: a commit, or that and what is not committed. */
const commitText = (): string => {
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? ' with changes' : ''}`
  } catch {
    return 'unknown'
  }
}

/** Into the page between its marks, where there is one; otherwise the table is all of the file. */
const writeTable = (file: string, table: string): void => {
  if (file === resolve(ROOT, PAGE)) writeFileSync(file, withFigures(readFileSync(file, 'utf8'), table))
  else writeFileSync(file, `${table}\n`)
}

/** Tries promises by these parts. @returns the exit code: 0 unless one was missed, 2 for wrong arguments */
export const prove = async (
  args: readonly string[],
  parts: readonly Part[],
  print: (text: string) => void,
): Promise<number> => {
  const options = readOptions(args, parts)
  if (options === null) {
    print(USAGE)
    return 2
  }
  const { minutes, only, seed, out } = options
  const [commit, date] = [commitText(), new Date()]
  const isWanted = (part: Part): boolean =>
    only.length === 0 || only.includes(part.name) || part.promises.some((promise) => only.includes(promise))
  const { planned, leftOut } = planParts(parts.filter(isWanted), { minutes, random: seededRandom(seed) })
  print(`seed ${seed}\n`)
  const results: Result[] = []
  const take = (found: readonly Result[]): void => {
    results.push(...found)
    for (const each of found) print(`${lineOf(each)}\n`)
  }
  for (const { part, why } of leftOut) take(notRun(part, why))
  const tried = new Set(parts.flatMap((part) => part.promises))
  const untried = Object.keys(promises).filter((id): id is PromiseId => isPromise(id) && !tried.has(id))
  if (only.length === 0 && untried.length > 0)
    take(notRun({ name: 'none', how: '', promises: untried }, 'nothing tries it'))
  const runAll = async (chosen: readonly Planned[], lanes: number): Promise<void> => {
    const left = [...chosen]
    const lane = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) take(await runPart(next, seed, print))
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }
  process.once('exit', endParts)
  // The longest first, so that no lane waits long for the other.
  const together = planned.filter(({ part }) => part.isAlone !== true).toSorted((a, b) => b.seconds - a.seconds)
  await runAll(together, LANES)
  await runAll(
    planned.filter(({ part }) => part.isAlone === true),
    1,
  )
  process.off('exit', endParts)
  const ordered = inOrder(results)
  print(`${summaryOf(ordered)}\n`)
  const command = `npm run prove -- ${args.join(' ')}`
  if (out !== null) writeTable(out, tableOf({ date, command, seed, machine: machineText(), commit, results: ordered }))
  return ordered.some(({ verdict }) => verdict === 'MISSED') ? 1 : 0
}

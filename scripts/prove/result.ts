import { goalText, verdictOf } from '../../bench/report.ts'
import type { Part, Reading } from './part.ts'
import { promises, type PromiseId } from './promises.ts'

/** What a part said. */
export type Output = {
  code: number | null
  lines: readonly string[]
  isCutOff: boolean
  /** The time that it was given. */
  seconds: number
}

export type Verdict = 'kept' | 'kept so far' | 'MISSED' | 'not run'

/** A line of the page: a promise, and one way in which it was tried. */
export type Result = {
  promise: PromiseId
  part: string
  how: string
  figure: string
  /** Empty if nothing ran. */
  command: string
  verdict: Verdict
}

const valuesOf = ({ pattern }: Reading, text: string): number[] =>
  [...text.matchAll(new RegExp(pattern.source, 'gmu'))].map(({ groups }) => Number(groups?.value))

/** Where several tests print a figure, the worst of them counts; where it says how often something was tried, all do. */
const valueOf = (reading: Reading, text: string): number => {
  const values = valuesOf(reading, text)
  if (values.length === 0) return Number.NaN
  if (reading.isExtent === true) return values.reduce((sum, value) => sum + value, 0)
  return reading.goal !== undefined && 'least' in reading.goal ? Math.min(...values) : Math.max(...values)
}

type Judged = { text: string; isShort: boolean; isMissed: boolean }

const judge = (reading: Reading, text: string, seconds: number): Judged => {
  const value = valueOf(reading, text)
  const goal = goalText({ what: reading.what, figure: '', value, ...(reading.goal && { goal: reading.goal }) })
  const shown = Number.isFinite(value) ? value.toLocaleString('en', { maximumFractionDigits: 3 }) : 'no'
  const verdict = verdictOf({ what: '', figure: '', value, ...(reading.goal && { goal: reading.goal }) })
  const isShort = verdict === 'missed' && (reading.isExtent === true || seconds < (reading.fromSeconds ?? 0))
  return {
    text: `${shown} ${reading.what}${goal === '' ? '' : ` (${goal.replace(/\d{4,}/u, (digits) => Number(digits).toLocaleString('en'))})`}`,
    isShort,
    isMissed: !isShort && (verdict === 'missed' || verdict === 'not measured'),
  }
}

const COUNTED = /^# (?<name>pass|fail|cancelled) (?<count>\d+)$/gmu

/** How many tests passed and failed, as the reporter of the tests counts them. Empty for other programs. */
const testsOf = (text: string): string[] => {
  const counts = Object.fromEntries(
    [...text.matchAll(COUNTED)].map(({ groups }) => [groups?.name, Number(groups?.count)]),
  )
  if (counts.pass === undefined) return []
  return [`${counts.pass} tests passed, ${(counts.fail ?? 0) + (counts.cancelled ?? 0)} failed`]
}

/** What a part found out about each of its promises. A figure that is missing is a failure, too. */
export const resultsOf = (part: Part, command: string, { code, lines, isCutOff, seconds }: Output): Result[] => {
  const text = lines.join('\n')
  const said = lines.flatMap((line) => /\bnot run: (?<why>.+)$/u.exec(line)?.groups?.why ?? [])
  return part.promises.map((promise): Result => {
    const judged = (part.readings ?? [])
      .filter((reading) => reading.promise === promise)
      .map((each) => judge(each, text, seconds))
    const shared = { promise, part: part.name, how: part.how, command }
    if (isCutOff) return { ...shared, figure: 'it did not end in time', verdict: 'MISSED' }
    const failed = code === 0 ? [] : [`ended with ${code ?? 'a signal'}`]
    const figures = [...judged.map((each) => each.text), ...testsOf(text), ...failed]
    const figure = figures.length === 0 ? 'ended with 0' : figures.join('; ')
    if (code !== 0) return { ...shared, figure, verdict: 'MISSED' }
    if (said.length > 0) return { ...shared, figure: [...new Set(said)].join('; '), verdict: 'not run' }
    if (judged.some(({ isMissed }) => isMissed)) return { ...shared, figure, verdict: 'MISSED' }
    return { ...shared, figure, verdict: judged.some(({ isShort }) => isShort) ? 'kept so far' : 'kept' }
  })
}

export const notRun = (part: Pick<Part, 'name' | 'how' | 'promises'>, why: string): Result[] =>
  part.promises.map((promise) => ({
    promise,
    part: part.name,
    how: part.how,
    figure: why,
    command: '',
    verdict: 'not run',
  }))

const ORDER = Object.keys(promises)

export const inOrder = (results: readonly Result[]): Result[] =>
  results.toSorted((a, b) => ORDER.indexOf(a.promise) - ORDER.indexOf(b.promise))

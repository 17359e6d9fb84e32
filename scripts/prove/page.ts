import { promises } from './promises.ts'
import type { Result, Verdict } from './result.ts'

/** Results, with when and where they were found. */
export type Run = {
  date: Date
  command: string
  seed: number
  machine: string
  commit: string
  results: readonly Result[]
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

const VERDICTS: readonly Verdict[] = ['kept', 'kept so far', 'MISSED', 'not run']

const countsOf = (results: readonly Result[]): string =>
  VERDICTS.map((verdict) => `${results.filter((result) => result.verdict === verdict).length} ${verdict}`).join(', ')

/** The line under a run: how many of each verdict. */
export const summaryOf = (results: readonly Result[]): string =>
  results.length === 0 ? 'Nothing ran.' : `${countsOf(results)}.`

/** A result as a line of a terminal. */
export const lineOf = ({ promise, part, figure, verdict }: Result): string =>
  `${promise.padEnd(3)} ${verdict.padEnd(11)} ${part}: ${figure}`

const row = ({ promise, how, figure, command, verdict }: Result): string => {
  const [says, number] = promises[promise]
  const shown = verdict === 'MISSED' ? '**MISSED**' : verdict
  const cells = [promise, `${says}: ${number}`, how, figure, command === '' ? '' : `\`${command}\``, shown]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** A run as a section of a page. */
export const tableOf = ({ date, command, seed, machine, commit, results }: Run): string =>
  [
    `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC, \`${command}\`, seed ${seed}, commit ${commit}, ${machine}.`,
    '',
    summaryOf(results),
    '',
    '| | promise and number | how tried | figure | command | verdict |',
    '|---|---|---|---|---|---|',
    ...results.map(row),
  ].join('\n')

import type { Ended, Measured } from './messages.ts'
import { totalOf } from './processor-time.ts'

const COLUMNS = ['seconds', 'of which itself', 'programs', 'PostgreSQL', 'browser', 'on the clock', 'file', 'test']

const figure = (seconds: number): string => seconds.toFixed(2)

const row = (file: string, test: string, { seconds, spent }: Pick<Measured, 'seconds' | 'spent'>): string =>
  [...[totalOf(spent), spent.own, spent.programs, spent.postgres, spent.browser, seconds].map(figure), file, test].join(
    '\t',
  )

const heaviestFirst = (a: Pick<Measured, 'spent'>, b: Pick<Measured, 'spent'>): number =>
  totalOf(b.spent) - totalOf(a.spent)

const measuredOf = ({ file, seconds, spent, tests }: Ended) => (spent === null ? [] : [{ file, seconds, spent, tests }])

/** Processor time by file, then by test, the heaviest first, with tabs between columns. */
export const timesTable = (ended: readonly Ended[]): string => {
  const files = ended.flatMap(measuredOf).toSorted(heaviestFirst)
  const tests = files.flatMap(({ file, tests: each }) => each.map((test) => ({ file, ...test })))
  const rows = [
    ...files.map((each) => row(each.file, '', each)),
    ...tests.toSorted(heaviestFirst).map((each) => row(each.file, each.name, each)),
  ]
  return `${[COLUMNS.join('\t'), ...rows].join('\n')}\n`
}

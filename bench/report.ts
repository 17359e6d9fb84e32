import { table } from '#cli/print.ts'

/** One line of the table: what was measured, what it came to, and what it should come to. */
export type Row = {
  what: string
  /** As shown. */
  figure: string
  value: number
  goal?: { most: number } | { least: number }
}

/** A goal may be missed by this share: machines are noisy. */
const TOLERANCE = 0.1

export const isMissed = ({ value, goal }: Row): boolean => {
  if (goal === undefined) return false
  return 'most' in goal ? value > goal.most * (1 + TOLERANCE) : value < goal.least * (1 - TOLERANCE)
}

const goalText = ({ goal }: Row): string => {
  if (goal === undefined) return ''
  return 'most' in goal ? `at most ${goal.most}` : `at least ${goal.least}`
}

export const figures = (rows: readonly Row[]): string =>
  table([
    ['what', 'figure', 'goal', ''],
    ...rows.map((row) => [
      row.what,
      row.figure,
      goalText(row),
      row.goal === undefined ? '' : isMissed(row) ? 'MISSED' : 'met',
    ]),
  ])

export const rounded = (value: number, digits = 2): string => value.toFixed(digits)

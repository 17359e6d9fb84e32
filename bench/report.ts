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

export const table = (rows: readonly Row[]): string => {
  const cells = [
    ['what', 'figure', 'goal', ''],
    ...rows.map((row) => [
      row.what,
      row.figure,
      goalText(row),
      row.goal === undefined ? '' : isMissed(row) ? 'MISSED' : 'met',
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const rounded = (value: number, digits = 2): string => value.toFixed(digits)

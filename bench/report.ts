import { table } from '#cli/terminal/print.ts'

export type Goal = { most: number } | { least: number }

/** One line of the table: what was measured, the figure, and the goal. */
export type Row = {
  what: string
  /** As shown. */
  figure: string
  /** Null, or no number, where it could not be measured. */
  value: number | null
  goal?: Goal
  /** Why this run cannot show whether the goal is met, although it measured. */
  notShown?: string
}

export type Verdict = 'met' | 'missed' | 'not measured' | 'not shown'

const isWithin = (value: number, goal: Goal): boolean => ('most' in goal ? value <= goal.most : value >= goal.least)

/** Null where there is a figure and no goal. A goal without a number of its own was not measured either. */
export const verdictOf = ({ value, goal, notShown }: Row): Verdict | null => {
  if (value === null || !Number.isFinite(value)) return 'not measured'
  if (goal === undefined) return null
  if (!Number.isFinite('most' in goal ? goal.most : goal.least)) return 'not measured'
  if (notShown !== undefined) return 'not shown'
  return isWithin(value, goal) ? 'met' : 'missed'
}

/** A part of the benchmark that was left out, and why. */
export type LeftOut = { section: string; reason: string }

export const goalText = ({ goal }: Row): string => {
  if (goal === undefined) return ''
  return 'most' in goal ? `at most ${goal.most}` : `at least ${goal.least}`
}

/** The verdict as the table says it, with the reason where one is given. */
export const verdictText = (row: Row): string => {
  const verdict = verdictOf(row)
  if (verdict === 'not shown') return `not shown: ${row.notShown}`
  return verdict === 'missed' || verdict === 'not measured' ? verdict.toUpperCase() : (verdict ?? '')
}

export const figures = (rows: readonly Row[]): string =>
  table([['what', 'figure', 'goal', ''], ...rows.map((row) => [row.what, row.figure, goalText(row), verdictText(row)])])

const VERDICTS = ['met', 'missed', 'not measured', 'not shown'] as const

/** How many goals were met, which failed, and what was left out. */
export const summary = (rows: readonly Row[], leftOut: readonly LeftOut[]): string => {
  const counts = VERDICTS.map((verdict) => `${rows.filter((row) => verdictOf(row) === verdict).length} ${verdict}`)
  const named = (['missed', 'not measured', 'not shown'] as const).flatMap((verdict) => {
    const these = rows.filter((row) => verdictOf(row) === verdict)
    return these.length === 0 ? [] : [`${verdict}: ${these.map(({ what }) => what).join('; ')}`]
  })
  return [
    counts.join(', '),
    ...named,
    ...leftOut.map(({ section, reason }) => `left out: ${section} (${reason})`),
  ].join('\n')
}

/** A run fails on a goal that is missed and on anything that should have been measured and was not. */
export const isFailed = (rows: readonly Row[]): boolean =>
  rows.length === 0 || rows.some((row) => ['missed', 'not measured'].includes(verdictOf(row) ?? ''))

/** For programs: every row with its verdict. JSON knows no NaN, so what was not measured is null. */
export const rowsForJson = (rows: readonly Row[]): object[] =>
  rows.map((row) => ({
    ...row,
    value: verdictOf(row) === 'not measured' ? null : row.value,
    goal: row.goal ?? null,
    verdict: verdictOf(row),
  }))

/** A number for the table, or “not measured”. */
export const rounded = (value: number | null | undefined, digits = 2): string =>
  value === null || value === undefined || !Number.isFinite(value) ? 'not measured' : value.toFixed(digits)

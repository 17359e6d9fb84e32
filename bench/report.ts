import { table } from '#cli/terminal.ts'

export type Goal = { most: number } | { least: number }

/** One line of the table: what was measured, the figure, and the goal. */
export type Row = {
  what: string
  /** As shown. */
  figure: string
  /** Null or NaN if it could not be measured. */
  value: number | null
  goal?: Goal
  /** Why this run cannot show whether the goal is met, although it measured. */
  notShown?: string
  /** Whether it is a time while others work, which a slow machine misses without any fault of the program. */
  isTime?: true
}

export type Verdict = 'met' | 'missed' | 'not measured' | 'not shown'

const isWithin = (value: number, goal: Goal): boolean => ('most' in goal ? value <= goal.most : value >= goal.least)

/** Null for a figure without a goal. A goal without a figure was not measured. */
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

/** The verdict for the table, with its reason if there is one. */
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

/** A run fails if a goal is missed or a required measurement is missing. */
export const isFailed = (rows: readonly Row[]): boolean =>
  rows.length === 0 || rows.some((row) => ['missed', 'not measured'].includes(verdictOf(row) ?? ''))

/** Every row with its verdict, for programs. JSON has no NaN, so a missing measurement is null. */
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

/** ISO 8601: weeks begin on Monday, and week 1 contains the year's first Thursday. */
export type IsoWeek = { year: number; week: number }

const DAY = 86_400_000

const mondayOfWeekOne = (year: number): number => {
  const fourth = Date.UTC(year, 0, 4)
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7
  return fourth - weekday * DAY
}

export const weekOf = (date: Date): IsoWeek => {
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  const year = new Date(day + (3 - weekday) * DAY).getUTCFullYear()
  return { year, week: 1 + Math.floor((day - mondayOfWeekOne(year)) / (7 * DAY)) }
}

/** [Monday 00:00, next Monday 00:00) UTC. */
export const weekSpan = ({ year, week }: IsoWeek): { from: Date; to: Date } => {
  const from = mondayOfWeekOne(year) + (week - 1) * 7 * DAY
  return { from: new Date(from), to: new Date(from + 7 * DAY) }
}

/** `Week 47, 2026`: the label of a brief (contract 2.8). */
export const weekLabel = ({ year, week }: IsoWeek): string => `Week ${week}, ${year}`

/** `2026-w07`: the id of a brief; sorts by time. */
export const weekId = ({ year, week }: IsoWeek): string => `${year}-w${String(week).padStart(2, '0')}`

/** Parses `2026-w47`, `2026-W47` or `Week 47, 2026`; null when there is no such week. */
export const parseWeek = (text: string): IsoWeek | null => {
  const match = /^(?<year>[1-9]\d{3})-[wW](?<week>\d{2})$|^Week (?<labelWeek>\d{1,2}), (?<labelYear>[1-9]\d{3})$/.exec(
    text,
  )
  if (match?.groups === undefined) return null
  const year = Number(match.groups.year ?? match.groups.labelYear)
  const week = Number(match.groups.week ?? match.groups.labelWeek)
  const same = weekOf(weekSpan({ year, week }).from)
  return same.year === year && same.week === week ? { year, week } : null
}

/** The week so many weeks later; earlier for a negative number. */
export const weekLater = (week: IsoWeek, weeks: number): IsoWeek =>
  weekOf(new Date(weekSpan(week).from.getTime() + weeks * 7 * DAY))

/** The first week from this one on whose id is not taken. */
export const nextFreeWeek = (from: IsoWeek, taken: ReadonlySet<string>): IsoWeek => {
  let week = from
  while (taken.has(weekId(week))) week = weekLater(week, 1)
  return week
}

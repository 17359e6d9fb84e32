/** Wider spans are drawn from the years that there are: one old book must not make a thousand empty years. */
const FILLED_SPAN = 120

/** Rows in the order of their years, with those between them that had none. */
export const fillYears = <Row extends { year: number }>(rows: readonly Row[], none: (year: number) => Row): Row[] => {
  const sorted = rows.toSorted((a, b) => a.year - b.year)
  const first = sorted[0]?.year ?? 0
  const span = (sorted.at(-1)?.year ?? 0) - first
  if (sorted.length === 0 || span > FILLED_SPAN) return sorted
  const known = new Map(sorted.map((row) => [row.year, row]))
  return Array.from({ length: span + 1 }, (_, index) => known.get(first + index) ?? none(first + index))
}

/** `in 2025`, or `from 2019 to 2025`. */
export const yearRangeText = (rows: readonly { year: number }[]): string => {
  const [first, last] = [rows[0]?.year, rows.at(-1)?.year]
  return first === last ? `in ${first}` : `from ${first} to ${last}`
}

/** The edges half-way to the neighbours, so that the whole width belongs to some year. */
export const hoverRange = (places: readonly number[], index: number): [number, number] => {
  const at = places[index] ?? 0
  const before = places[index - 1]
  const after = places[index + 1]
  return [before === undefined ? 0 : (before + at) / 2, after === undefined ? 100 : (at + after) / 2]
}

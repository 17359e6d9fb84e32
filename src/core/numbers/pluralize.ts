import { groupedNumber } from './grouped-number.ts'

/** A number of things in words: `1 paper`, `2,000 papers`. */
export const pluralize = (count: number, one: string, many: string): string =>
  `${groupedNumber(count)} ${count === 1 ? one : many}`

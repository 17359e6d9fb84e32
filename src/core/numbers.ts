const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** `1 MiB`, `2.5 MiB`, `482 KiB`. */
export const byteSize = (bytes: number): string => {
  const power = bytes === 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1_024 ** power
  return `${Number.isInteger(size) || size >= 10 ? Math.round(size) : size.toFixed(1)} ${UNITS[power]}`
}

const GROUPED = new Intl.NumberFormat('en')

/** `10,000`. */
export const groupedNumber = (count: number): string => GROUPED.format(count)

/** NaN for an empty list, or one that contains NaN. */
export const median = (values: readonly number[]): number => {
  if (values.some(Number.isNaN)) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}

/** `1 paper`, `2,000 papers`. */
export const pluralize = (count: number, one: string, many: string): string =>
  `${groupedNumber(count)} ${count === 1 ? one : many}`

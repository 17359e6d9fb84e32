const GROUPED = new Intl.NumberFormat('en')

/** A number in words: `10,000`. */
export const groupedNumber = (count: number): string => GROUPED.format(count)

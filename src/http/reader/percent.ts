/** A share of 0 to 1 as a percentage: `7.8%`. Without `digits`, small shares have one decimal and others none. */
export const percent = (share: number, digits = share > 0 && share < 0.1 ? 1 : 0): string =>
  `${(share * 100).toFixed(digits)}%`

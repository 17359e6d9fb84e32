/**
 * Positions where a spreadsheet may see a formula at the start of a cell: the start of our cells, and after other separators,
 * where quoting does not help.
 */
const FORMULA = /(?<start>^|[;\t\r\n])(?=[^\S;\t\r\n]*[=+\-@＝＋－＠]|\t)/gu

/** A cell by RFC 4180; an apostrophe is put before anything that a spreadsheet would treat as a formula. */
const csvCell = (text: string): string => {
  const safe = text.replaceAll(FORMULA, "$<start>'")
  return /[",;\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of CSV, ended by CR LF. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

type Row = { email: string; name: string | null; since: string }

/** Subscribers as CSV with a header. */
export const subscriberCsv = (rows: readonly Row[]): string =>
  [['email', 'name', 'since'], ...rows.map(({ email, name, since }) => [email, name ?? '', since.slice(0, 10)])]
    .map(csvLine)
    .join('')

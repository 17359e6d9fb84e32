/**
 * Where a spreadsheet may see the beginning of a cell: at the beginning of ours, and after what separates cells where the
 * comma does not. Quotes are no help there, since they do not stand at the beginning of a cell.
 */
const FORMULA = /(?<start>^|[;\t\r\n])(?=[^\S;\t\r\n]*[=+\-@＝＋－＠]|\t)/gu

/** A cell as RFC 4180 has it; what a spreadsheet would take for a formula gets an apostrophe in front. */
const csvCell = (text: string): string => {
  const safe = text.replaceAll(FORMULA, "$<start>'")
  return /[",;\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of CSV; it ends with CR LF. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

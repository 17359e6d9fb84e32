import { terminalSafe } from '#core/text/terminal-safe.ts'

/** What a command answers, on standard output. */
export const print = (text: string): void => {
  process.stdout.write(`${terminalSafe(text)}\n`)
}

/** What a person should know beside the answer, on standard error. */
export const note = (text: string): void => {
  process.stderr.write(`${terminalSafe(text)}\n`)
}

/** Rows in aligned columns. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

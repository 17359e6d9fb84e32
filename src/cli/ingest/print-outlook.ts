import { print, table } from '#cli/terminal/print.ts'
import type { FileReport } from './ingest-in-thread.ts'
import { placeOf } from './watch-progress.ts'

/** Rows that are aligned with each other, and held until there are so many: a file may have millions. */
const BLOCK = 500
const HEAD = ['place', 'would be', 'paper', 'title']

const rowOf = (report: FileReport, isSingle: boolean): string[] => {
  const place = placeOf(report, isSingle)
  if (report.outcome === 'refused') return [place, report.outcome, '', report.reason]
  if (report.outcome === 'candidate') return [place, report.outcome, '', report.title]
  const about = report.match === null ? '' : `${report.id} (${report.match.replace('_', ' ')})`
  const fields = report.fields.length === 0 ? '' : ` + ${report.fields.join(', ')}`
  return [place, report.outcome, `${about}${fields}`, report.title]
}

export type OutlookPrinter = {
  take(report: FileReport): void
  /** Prints what is held; without any record, the head alone. */
  end(): void
}

/** Prints what would become of records while they are read: as lines of JSON, or as a table whose columns hold for 500 rows. */
export const outlookPrinter = ({ isJson, isSingle }: { isJson: boolean; isSingle: boolean }): OutlookPrinter => {
  let rows = [HEAD]
  const flush = (): void => {
    if (rows.length > 0) print(table(rows))
    rows = []
  }
  if (isJson) return { take: (report) => print(JSON.stringify(report)), end() {} }
  return {
    take: (report) => {
      rows.push(rowOf(report, isSingle))
      if (rows.length >= BLOCK) flush()
    },
    end: flush,
  }
}

import { importOutcomes, type ImportedPaper } from '#actions/imports.ts'
import type { UnsureField } from '#core/review/unsure-fields.ts'
import { noIngestCounts, type IngestCounts } from '#core/imports/ingest-session.ts'

/** How many records of a source had each outcome. */
export type ImportTotals = IngestCounts & {
  /** Identifiers that became candidates without a title, which are not papers yet. */
  candidates: number
  /** Of the stored ones, those that were to be public and wait in review for an assessment. */
  held: number
  /** How often each name without a field occurred. */
  unmapped: Record<string, number>
}

export const noTotals = (): ImportTotals => ({
  ...noIngestCounts(),
  candidates: 0,
  held: 0,
  unmapped: {},
})

/** Adds the totals of one source to those of earlier ones. */
export const addTotals = (totals: ImportTotals, more: ImportTotals): void => {
  for (const name of ['read', 'refused', 'candidates', 'held', ...importOutcomes] as const) totals[name] += more[name]
  for (const [name, count] of Object.entries(more.unmapped))
    totals.unmapped[name] = (totals.unmapped[name] ?? 0) + count
}

/** The outcome of an identifier in a list, which is not a paper yet. `title` is the identifier. */
type CandidateReport = { position: string; outcome: 'candidate'; title: string }

/** The outcome of a record, as reported to a watcher. */
export type RecordReport =
  | CandidateReport
  | (ImportedPaper & {
      unmapped: string[]
      title: string
      /** Fields that may have been read wrongly; absent if there are none. */
      unsure?: readonly UnsureField[]
    })
  | { position: string; outcome: 'refused'; reason: string }

/** Adds a report to the totals. */
export const countReport = (totals: ImportTotals, report: RecordReport): void => {
  totals.read += 1
  totals[report.outcome === 'candidate' ? 'candidates' : report.outcome] += 1
  if (report.outcome === 'refused' || report.outcome === 'candidate') return
  if (report.isHeld === true) totals.held += 1
  for (const name of report.unmapped) totals.unmapped[name] = (totals.unmapped[name] ?? 0) + 1
}

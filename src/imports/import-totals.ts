import { importOutcomes, type ImportedPaper } from '#actions/imports/import-records.ts'
import { noIngestCounts, type IngestCounts } from '#core/imports/ingest-session.ts'

/** What became of the records of a source. */
export type ImportTotals = IngestCounts & {
  /** Identifiers that became candidates without title: they are no papers yet. */
  candidates: number
  /** How often each member without a field was met. */
  unmapped: Record<string, number>
}

export const noTotals = (): ImportTotals => ({
  ...noIngestCounts(),
  candidates: 0,
  unmapped: {},
})

/** Adds what became of one source to what became of those before. */
export const addTotals = (totals: ImportTotals, more: ImportTotals): void => {
  for (const name of ['read', 'refused', 'candidates', ...importOutcomes] as const) totals[name] += more[name]
  for (const [name, count] of Object.entries(more.unmapped))
    totals.unmapped[name] = (totals.unmapped[name] ?? 0) + count
}

/** What becomes of an identifier of a list: no paper yet. `title` is the identifier. */
type CandidateReport = { position: string; outcome: 'candidate'; title: string }

/** What a watcher learns of each record. */
export type RecordReport =
  | CandidateReport
  | (ImportedPaper & { unmapped: string[]; title: string })
  | { position: string; outcome: 'refused'; reason: string }

/** Counts a report into the totals. */
export const countReport = (totals: ImportTotals, report: RecordReport): void => {
  totals.read += 1
  totals[report.outcome === 'candidate' ? 'candidates' : report.outcome] += 1
  if (report.outcome === 'refused' || report.outcome === 'candidate') return
  for (const name of report.unmapped) totals.unmapped[name] = (totals.unmapped[name] ?? 0) + 1
}

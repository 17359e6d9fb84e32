import type { Steps } from '#core/steps.ts'
import { readCitations, type InlineCitation } from './named-works.ts'
import { readQuotations, type ReportQuotation } from './report-quotations.ts'
import { readOutline, type Entry } from './report-text.ts'

/** What a text cites and quotes, in order. */
export type Report = {
  citations: InlineCitation[]
  entries: Entry[]
  quotations: ReportQuotation[]
  lineAt: (offset: number) => number
}

/** @param publicUrl the base address of this library, by which addresses of its own pages are recognized */
export function* readReport(text: string, publicUrl: string): Steps<Report> {
  const outline = readOutline(text)
  yield
  const citations = yield* readCitations(outline, publicUrl)
  const quotations = yield* readQuotations(outline, citations)
  return { citations, entries: outline.entries, quotations, lineAt: outline.lineAt }
}

import type { QuotationMatch } from '#core/evidence/quotations.ts'
import type { CitationVerdict } from './judge-citation.ts'

/** The largest text that is checked, in UTF-8. */
export const MAX_REPORT_BYTES = 200 * 1_024

/** `line` counts from 1; `paper`: the id of the paper that is meant, if one is. */
export type CheckedCitation = {
  line: number
  text: string
  verdict: CitationVerdict
  paper: string | null
  reason: string | null
}

/** `nearest`: the words of the paper that come nearest, unless they are quoted to the letter or stand nowhere. */
export type CheckedQuotation = {
  line: number
  text: string
  verdict: QuotationMatch
  paper: string | null
  nearest: string | null
}

export type CheckedReport = { citations: CheckedCitation[]; quotations: CheckedQuotation[] }

/** What the library knows to be wrong. A work outside of it is a problem only where every work has to be in it. */
const citationProblems: ReadonlySet<CitationVerdict> = new Set([
  'ambiguous',
  'retracted',
  'superseded',
  'contradictory',
])
const quotationProblems: ReadonlySet<QuotationMatch> = new Set(['near', 'missing'])

export const isCitationProblem = ({ verdict }: Pick<CheckedCitation, 'verdict'>, isStrict: boolean): boolean =>
  citationProblems.has(verdict) || (isStrict && verdict === 'unknown')

export const isQuotationProblem = ({ verdict }: Pick<CheckedQuotation, 'verdict'>): boolean =>
  quotationProblems.has(verdict)

export const summarizeReport = (
  { citations, quotations }: CheckedReport,
  isStrict: boolean,
): { citations: number; quotations: number; problems: number } => ({
  citations: citations.length,
  quotations: quotations.length,
  problems:
    citations.filter((citation) => isCitationProblem(citation, isStrict)).length +
    quotations.filter(isQuotationProblem).length,
})

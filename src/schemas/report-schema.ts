import { z } from 'zod'
import { quotationMatches } from '#core/evidence/quotations.ts'
import { type CheckedReport, summarizeReport } from '#core/report/checked-report.ts'
import { citationVerdicts } from '#core/report/judge-citation.ts'

const line = z.int().min(1).meta({ description: 'Of the text, from 1.' })
const paper = z.string().nullable().meta({ description: 'The id of the paper that is meant; null if none is.' })

/** The answer of POST /api/v1/check. */
export const checkedReportSchema = z.strictObject({
  summary: z.strictObject({
    citations: z.int(),
    quotations: z.int(),
    problems: z.int().meta({
      description:
        'Citations that are ambiguous, retracted, superseded or contradictory, with strict also unknown ones, and quotations that are near or missing.',
    }),
  }),
  citations: z.array(
    z.strictObject({
      line,
      text: z.string(),
      verdict: z.enum(citationVerdicts),
      paper,
      reason: z.string().nullable().meta({ description: 'Why the verdict is not ok.' }),
    }),
  ),
  quotations: z.array(
    z.strictObject({
      line,
      text: z.string(),
      verdict: z.enum(quotationMatches),
      paper,
      nearest: z.string().nullable().meta({
        description: 'The words of the paper that come nearest; null for an exact quotation and for a missing one.',
      }),
    }),
  ),
})

export type PresentedReport = z.infer<typeof checkedReportSchema>

export const presentReport = (report: CheckedReport, isStrict: boolean): PresentedReport => ({
  summary: summarizeReport(report, isStrict),
  ...report,
})

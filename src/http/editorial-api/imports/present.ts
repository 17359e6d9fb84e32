import { z } from 'zod'
import { importOutcomes } from '#actions/imports/import-records.ts'
import { sourceFormats } from '#core/imports/imported-record.ts'
import { proposalStates, type ProposedRevision } from '#core/imports/proposed-revision.ts'
import { noBibliography } from '#core/papers/bibliography.ts'
import { workMatches } from '#core/papers/same-work/same-work.ts'
import { letOthersIn } from '#imports/let-others-in.ts'
import type { ImportTotals, RecordReport } from '#imports/import-totals.ts'
import { presentBibliography, presentedBibliography } from '#schemas/bibliography-schema.ts'
import { omitEmpty } from '#schemas/omit-empty.ts'
import { presentedPaper } from '#schemas/presented-paper.ts'

const record = z.strictObject({
  position: z.string(),
  outcome: z.enum([...importOutcomes, 'candidate', 'refused']),
  id: z.string().optional(),
  match: z
    .enum([...workMatches, 'record'])
    .optional()
    .meta({ description: 'How the paper was recognised.' }),
  fields: z.array(z.string()).optional().meta({ description: 'What was filled, or is proposed.' }),
  unmapped: z.array(z.string()).optional().meta({ description: 'What a paper has no field for.' }),
  reason: z.string().optional(),
})

export const importResponse = z.strictObject({
  success: z.literal(true),
  read: z.int(),
  stored: z.int(),
  unchanged: z.int(),
  enriched: z.int(),
  proposed: z.int(),
  refused: z.int(),
  candidates: z.int().meta({ description: 'Identifiers that were kept as candidates: they are no papers yet.' }),
  session: z.string(),
  records: z.array(record),
})

const proposedFields = presentedPaper
  .pick({ institution: true, url: true, storageUrl: true, abstract: true, topics: true })
  .extend(presentedBibliography)

const proposal = z.strictObject({
  id: z.int(),
  paper: z.string(),
  title: z.string(),
  fields: proposedFields,
  proposedAt: z.string(),
  state: z.enum(proposalStates),
  decidedBy: z.string().optional(),
  decidedAt: z.string().optional(),
  source: z.strictObject({
    format: z.enum(sourceFormats),
    place: z.string(),
    position: z.string(),
    recordId: z.string().optional(),
  }),
})
export const proposalListResponse = z.strictObject({ success: z.literal(true), proposals: z.array(proposal) })
export const proposalResponse = z.strictObject({
  success: z.literal(true),
  paper: z.string(),
  version: z.int().optional(),
})

const presentReport = (report: RecordReport): z.infer<typeof record> => {
  if (report.outcome === 'refused') return report
  if (report.outcome === 'candidate') return { position: report.position, outcome: report.outcome }
  return {
    position: report.position,
    outcome: report.outcome,
    ...omitEmpty({
      id: report.id === '' ? null : report.id,
      match: report.match,
      fields: report.fields,
      unmapped: report.unmapped,
    }),
  }
}

const WRITTEN_AT_ONCE = 200

/**
 * The answer in JSON. Its records are written some at a time: ten thousand of them in one go would keep everybody else
 * waiting.
 */
export const writeImport = async (
  { unmapped: _unmapped, ...counts }: ImportTotals,
  reports: readonly RecordReport[],
  session: string,
): Promise<string> => {
  const records: string[] = []
  for (const report of reports) {
    if (records.length % WRITTEN_AT_ONCE === 0) await letOthersIn()
    records.push(JSON.stringify(presentReport(report)))
  }
  await letOthersIn()
  const head: Omit<z.infer<typeof importResponse>, 'records'> = { success: true, ...counts, session }
  return `${JSON.stringify(head).slice(0, -1)},"records":[${records.join(',')}]}`
}

const presentFields = ({
  institution = null,
  url = null,
  storageUrl = null,
  abstract = null,
  topics = [],
  ...others
}: ProposedRevision['fields']): z.infer<typeof proposedFields> => ({
  ...omitEmpty({ institution, url, storageUrl, abstract, topics: [...topics] }),
  ...presentBibliography({ ...noBibliography, ...others }),
})

const presentProposal = (shown: ProposedRevision): z.infer<typeof proposal> => ({
  id: shown.id,
  paper: shown.paperId,
  title: shown.title,
  fields: presentFields(shown.fields),
  proposedAt: shown.proposedAt,
  state: shown.state,
  ...omitEmpty({ decidedBy: shown.decidedBy, decidedAt: shown.decidedAt }),
  source: {
    format: shown.source.format,
    place: shown.source.place,
    position: shown.source.position,
    ...omitEmpty({ recordId: shown.source.recordId }),
  },
})

export const presentProposals = (proposals: readonly ProposedRevision[]): z.infer<typeof proposalListResponse> => ({
  success: true,
  proposals: proposals.map(presentProposal),
})

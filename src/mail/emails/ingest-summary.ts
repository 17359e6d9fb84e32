import { pluralize } from '#core/numbers/pluralize.ts'
import { candidateCount } from '#core/imports/ingest-session.ts'
import type { EmailComposer } from '#ports/email-composer.ts'

/** What came of an ingestion session, for those who may open one. */
export const ingestSummaryEmail =
  ({ houseName, publicUrl }: { houseName: string; publicUrl: () => string }): EmailComposer['ingestSummary'] =>
  ({ id, label, counts }) => ({
    subject: `[${houseName}] The ingestion session “${label}” is closed: ${pluralize(counts.stored, 'paper', 'papers')}`,
    replyTo: null,
    headers: {},
    text: [
      'Hello,',
      '',
      `the ingestion session “${label}” (${id}) of ${houseName} is closed. Of ${counts.read} records`,
      '',
      `${counts.stored} are papers that wait for review,`,
      `${counts.unchanged} were known already,`,
      `${counts.enriched} added to papers in review,`,
      `${counts.proposed} propose changes to a public paper,`,
      ...(candidateCount(counts) > 0 ? [`${candidateCount(counts)} are identifiers kept as candidates,`] : []),
      `${counts.refused} were refused.`,
      '',
      `See the reasons, or undo the session: ${publicUrl()}/console/ingestion/${id}`,
      '',
      '-- ',
      `You get this email as an admin of ${houseName}.`,
      '',
    ].join('\n'),
  })

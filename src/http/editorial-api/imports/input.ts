import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { proposalStates } from '#core/imports/proposed-revision.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import { INGEST_SESSION_NAME } from '#core/review/submission.ts'

export const importQuery = z.strictObject({
  dryRun: z.enum(['true', 'false']).optional().meta({ description: 'true: tell what would happen and store nothing.' }),
  session: z
    .string()
    .regex(INGEST_SESSION_NAME, { error: 'must be 1 to 100 letters, digits, and . : _ -' })
    .optional()
    .meta({ description: 'Name of the ingestion session in the queue; the instant if left out.' }),
})

export const proposalQuery = z.strictObject({
  state: z.enum(proposalStates).default('open'),
  after: z.coerce.number().int().min(0).optional().meta({ description: 'The id of the last one of the page before.' }),
})

export const proposalDecision = z.strictObject({ decision: z.enum(['take', 'leave']) })

/** Media types that say more than their content; the others are told by it. */
const mediaTypes: Record<string, SourceFormat | null> = {
  'application/x-bibtex': 'bibtex',
  'text/x-bibtex': 'bibtex',
  'application/x-research-info-systems': 'ris',
  'application/vnd.citationstyles.csl+json': 'csl-json',
  'text/csv': 'csv',
  'application/atom+xml': null,
  'application/xml': null,
  'text/xml': null,
  'application/tei+xml': null,
  'application/json': null,
  'application/jsonl': null,
  'application/x-ndjson': null,
  'application/gzip': null,
  'application/octet-stream': null,
  'text/plain': null,
}

/** The format that a Content-Type names; null for one that leaves it to the content. Throws `unsupported_media_type`. */
export const formatOfType = (contentType: string): SourceFormat | null => {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (Object.hasOwn(mediaTypes, type)) return mediaTypes[type] ?? null
  throw new Failure('unsupported_media_type', `The Content-Type must be one of ${Object.keys(mediaTypes).join(', ')}.`)
}

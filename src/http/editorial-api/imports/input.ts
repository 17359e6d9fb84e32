import { z } from 'zod'
import { proposalStates } from '#core/imports/proposed-revision.ts'
import { INGEST_SESSION_NAME, INGEST_SESSION_NAME_RULE } from '#core/review/submission.ts'

export const importQuery = z.strictObject({
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: report what would happen and store nothing.' }),
  fullText: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: keep the text of a PDF, too, although it names no open licence.' }),
  session: z
    .string()
    .regex(INGEST_SESSION_NAME, { error: `must be ${INGEST_SESSION_NAME_RULE}` })
    .optional()
    .meta({
      description: 'Name of the ingestion session in the queue; the instant if left out.',
      example: 'zotero-2026-w48',
    }),
})

export const proposalQuery = z.strictObject({
  state: z.enum(proposalStates).default('open').meta({ description: 'Only proposals in this state; open by default.' }),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The id of the last one of the page before.', example: 100 }),
})

export const proposalDecision = z.strictObject({ decision: z.enum(['take', 'leave']) })

import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { z } from 'zod'
import { MAX_VERSION } from '#core/papers/paper-version.ts'
import { queueOrders } from '#core/review/queue.ts'
import { MAX_RISK } from '#core/review/checks/assess.ts'
import { MAX_NOTE_LENGTH } from '#core/review/decision-note.ts'
import { verdicts } from '#core/review/submission-state.ts'
import { INGEST_SESSION_NAME, INGEST_SESSION_NAME_RULE } from '#core/review/submission.ts'
import { cursorParameter, limitParameter } from '#http/input/query.ts'

const name = (description: string, example: string) =>
  z
    .string()
    .regex(INGEST_SESSION_NAME, { error: `must be ${INGEST_SESSION_NAME_RULE}` })
    .optional()
    .transform((value) => value ?? null)
    .meta({ description, example })

export const queueQuery = z.strictObject({
  status: z
    .enum(['pending', 'changes_requested'])
    .optional()
    .transform((status) => status ?? 'pending')
    .meta({ description: 'Those that wait for the editors, or for their submitters; pending by default.' }),
  order: z
    .enum(queueOrders)
    .optional()
    .transform((order) => order ?? 'age')
    .meta({ description: 'The oldest first, or the riskiest first (pending ones only); age by default.' }),
  key: name('Only what the API key with this id submitted.', 'k_4f1c2d3e4f5a'),
  session: name('Only what came with this ingestion session.', 'november'),
  maxRisk: z
    .string()
    .regex(/^\d{1,3}$/u, { error: `must be a whole number from 0 to ${MAX_RISK}` })
    .refine((text) => Number(text) <= MAX_RISK, { error: `must be a whole number from 0 to ${MAX_RISK}` })
    .transform(Number)
    .optional()
    .transform((risk) => risk ?? null)
    .meta({ description: 'Only those whose checks gave at most this risk.', example: '20' }),
  limit: limitParameter(),
  cursor: cursorParameter(),
})

const note = z
  .string()
  .optional()
  .transform((text) => text ?? null)
  .meta({ description: `Required to ask and to reject; at most ${groupedNumber(MAX_NOTE_LENGTH)} characters.` })

const version = z
  .int()
  .min(1)
  .max(MAX_VERSION)
  .optional()
  .transform((seen) => seen ?? null)
  .meta({ description: 'The version that you looked at; required for a paper that was resubmitted.' })

export const decisionSchema = z.strictObject({ decision: z.enum(verdicts), version, note })
export const recommendationSchema = z.strictObject({ recommendation: z.enum(verdicts), note })

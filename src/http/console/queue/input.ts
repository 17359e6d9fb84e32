import { z } from 'zod'
import { type QueueFilter, type QueueOrder, queueOrders } from '#core/review/queue.ts'
import { INGEST_SESSION_NAME, verdicts } from '#core/review/submission.ts'
import { assessedParameter } from '#schemas/paper-filter.ts'

const name = () =>
  z
    .string()
    .regex(INGEST_SESSION_NAME)
    .optional()
    .transform((value) => value ?? null)

/** The part of the queue that an editor is working on, in the URL of each page. */
export const queueFilters = {
  order: z.enum(queueOrders).optional().default('age'),
  state: z.enum(['pending', 'changes_requested']).optional().default('pending'),
  key: name(),
  session: name(),
  assessed: assessedParameter(),
}
export const queueFilterQuery = z.strictObject(queueFilters)
/** `draft` is the author of the draft assessment to fill the form from. */
export const submissionQuery = z.strictObject({ ...queueFilters, draft: z.string().max(100).optional().default('') })
export const queueQuery = z.strictObject({ ...queueFilters, cursor: z.string().max(200).optional() })

export type QueueSelection = {
  order: QueueOrder
  state: QueueFilter['state']
  key: string | null
  session: string | null
  assessed: boolean | null
}

export const toQueueFilter = ({ state, key, session, assessed }: QueueSelection): QueueFilter => ({
  state,
  assessed,
  submittedBy: key,
  session,
  maxRisk: null,
})

/** Papers waiting for their submitter have no order by risk. */
export const toQueueOrder = ({ order, state }: QueueSelection): QueueOrder => (state === 'pending' ? order : 'age')

/** The query string for the same part of the queue; empty for the default. */
export const queueSearchParams = (
  { order, state, key, session, assessed }: QueueSelection,
  more: Record<string, string> = {},
): string => {
  const parameters = new URLSearchParams({
    ...(order === 'age' ? {} : { order }),
    ...(state === 'pending' ? {} : { state }),
    ...(key === null ? {} : { key }),
    ...(session === null ? {} : { session }),
    ...(assessed === null ? {} : { assessed: String(assessed) }),
    ...more,
  })
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}

const MAX_INPUT_LENGTH = 20_000

const note = z.string().max(MAX_INPUT_LENGTH).optional().default('')

export const decisionFormSchema = z.object({
  event: z.enum(verdicts),
  note,
  /** The template to use when the note is empty. */
  template: z.string().max(100).optional().default(''),
  /** The author of the draft that the form was filled from. */
  takenFrom: z.string().max(100).optional().default(''),
  version: z
    .string()
    .regex(/^\d{1,9}$/u)
    .transform(Number),
})

export const recommendationFormSchema = z.object({ event: z.enum(verdicts), note })

export const undoFormSchema = z.object({ id: z.string().max(100).optional(), batch: z.string().max(100).optional() })

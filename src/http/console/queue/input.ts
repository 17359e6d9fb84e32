import { z } from 'zod'
import { queueOrders, type QueueFilter, type QueueOrder } from '#core/review/queue.ts'
import { verdicts } from '#core/review/submission-state.ts'
import { INGEST_SESSION_NAME } from '#core/review/submission.ts'

const name = () =>
  z
    .string()
    .regex(INGEST_SESSION_NAME)
    .optional()
    .transform((value) => value ?? null)

/** Which part of the queue an editor works on; the address of each of its pages carries it. */
export const queueFilters = {
  order: z.enum(queueOrders).optional().default('age'),
  state: z.enum(['pending', 'changes_requested']).optional().default('pending'),
  key: name(),
  session: name(),
}
export const queueFilterQuery = z.strictObject(queueFilters)
/** `draft` names whose draft of an assessment is taken over into the form. */
export const submissionQuery = z.strictObject({ ...queueFilters, draft: z.string().max(100).optional().default('') })
export const queueQuery = z.strictObject({ ...queueFilters, cursor: z.string().max(200).optional() })

export type QueueSelection = {
  order: QueueOrder
  state: QueueFilter['state']
  key: string | null
  session: string | null
}

export const toQueueFilter = ({ state, key, session }: QueueSelection): QueueFilter => ({
  state,
  submittedBy: key,
  session,
  maxRisk: null,
})

/** Submissions that wait for their submitter have no order by risk. */
export const toQueueOrder = ({ order, state }: QueueSelection): QueueOrder => (state === 'pending' ? order : 'age')

/** The query string of the same part of the queue; empty for the default. */
export const queueSearchParams = (
  { order, state, key, session }: QueueSelection,
  more: Record<string, string> = {},
): string => {
  const parameters = new URLSearchParams({
    ...(order === 'age' ? {} : { order }),
    ...(state === 'pending' ? {} : { state }),
    ...(key === null ? {} : { key }),
    ...(session === null ? {} : { session }),
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
  /** Whose draft the form began from. */
  takenFrom: z.string().max(100).optional().default(''),
  version: z
    .string()
    .regex(/^\d{1,9}$/u)
    .transform(Number),
})

export const recommendationFormSchema = z.object({ event: z.enum(verdicts), note })

export const undoFormSchema = z.object({ id: z.string().max(100).optional(), batch: z.string().max(100).optional() })

import { z } from 'zod'
import { MAX_RISK } from '#core/review/checks.ts'
import { type QueueFilter, type QueueOrder, queueListOrders } from '#core/review/queue.ts'
import { INGEST_SESSION_NAME, INGEST_SESSION_NAME_RULE, verdicts } from '#core/review/submission.ts'
import { columnsParameter, emptyAsNull, type ListAddress, listUrl } from '#http/console/pages/list.ts'
import type { PaperList } from '#http/console/papers/bulk-input.ts'
import { parseInput } from '#schemas/validate.ts'

const name = () =>
  z
    .string()
    .refine((value) => value === '' || INGEST_SESSION_NAME.test(value), {
      error: `must be ${INGEST_SESSION_NAME_RULE}`,
    })
    .optional()
    .transform(emptyAsNull)

/** The part of the queue that an editor is working on, and how its list shows it, in the URL of each page. */
export const queueFilters = {
  q: z.string().max(256).optional().transform(emptyAsNull),
  order: z.enum(queueListOrders).optional().default('age'),
  state: z.enum(['pending', 'changes_requested']).optional().default('pending'),
  key: name(),
  session: name(),
  assessed: z
    .enum(['', 'true', 'false'])
    .optional()
    .transform((value) => (value === undefined || value === '' ? null : value === 'true')),
  maxRisk: z
    .string()
    .regex(/^(?:\d{1,2}|100)?$/u, { error: `must be a whole number from 0 to ${MAX_RISK}` })
    .optional()
    .transform((text) => (text === undefined || text === '' ? null : Number(text))),
  columns: columnsParameter().transform((columns) => columns ?? []),
}
export const queueFilterQuery = z.strictObject(queueFilters)
/** `draft` is the author of the draft assessment to fill the form from. */
export const submissionQuery = z.strictObject({ ...queueFilters, draft: z.string().max(100).optional().default('') })
export const queueQuery = z.strictObject({
  ...queueFilters,
  cursor: z.string().max(200).optional(),
  /** All rows of the page are selected. */
  selected: z.literal('page').optional(),
  /** The bulk change that has just been made. */
  changed: z.string().max(40).optional(),
})

export type QueueSelection = z.output<typeof queueFilterQuery>

export const toQueueFilter = ({ state, key, session, assessed, maxRisk, q }: QueueSelection): QueueFilter => ({
  state,
  assessed,
  submittedBy: key,
  session,
  maxRisk,
  words: q,
})

/** The orders of papers in a state; those that wait for their submitter have none by risk. */
export const ordersIn = (state: QueueSelection['state']): readonly QueueOrder[] =>
  state === 'pending' ? queueListOrders : ['age', 'latest']

export const toQueueOrder = ({ order, state }: QueueSelection): QueueOrder =>
  ordersIn(state).find((possible) => possible === order) ?? 'age'

/** What the address of a part of the queue says; nothing for the default. */
export const queueAddress = (selection: QueueSelection): ListAddress => {
  const { q, order, state, key, session, assessed, maxRisk, columns } = selection
  return {
    q,
    order: order === 'age' ? null : order,
    state: state === 'pending' ? null : state,
    key,
    session,
    assessed: assessed === null ? null : String(assessed),
    maxRisk: maxRisk === null ? null : String(maxRisk),
    columns,
  }
}

/** The query string for the same part of the queue; empty for the default. */
export const queueSearchParams = (selection: QueueSelection, more: Record<string, string> = {}): string =>
  listUrl('', { ...queueAddress(selection), ...more })

const readSearch = (search: URLSearchParams): QueueSelection =>
  parseInput(z.object(queueFilters), { ...Object.fromEntries(search), columns: search.getAll('columns') })

/** The queue as a list that a change of many papers begins at. */
export const listOfQueue: PaperList = {
  idsOf: async ({ queue }, search, most) => {
    const selection = readSearch(search)
    const by = { order: toQueueOrder(selection), after: null, limit: most }
    const { papers, next } = await queue.list(toQueueFilter(selection), by)
    return { ids: papers.map(({ id }) => id), isAll: next === null }
  },
  addressOf: (search, changed) => listUrl('/console/queue', { ...queueAddress(readSearch(search)), changed }),
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

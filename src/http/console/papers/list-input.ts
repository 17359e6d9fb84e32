import { z } from 'zod'
import { chapters } from '#core/papers/chapter.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { type SubmissionState, submissionStates } from '#core/review/submission.ts'
import { columnsParameter, emptyAsNull, type ListAddress } from '#http/console/pages/list.ts'
import type { LibraryPosition } from '#ports/store/library.ts'

/** Orders of public papers, that of the library first, and of papers that are not public. */
export const publicOrders = ['long-horizon', 'enterprise', 'newest', 'added', 'relevance'] as const
/** Orders of all public papers, without words or filters. */
export const wholeOrders = ['title', 'changed'] as const
export const unpublishedOrders = ['oldest', 'latest'] as const

const digits = (most: number, error: string) =>
  z
    .string()
    .regex(new RegExp(`^(?:\\d{1,${most}})?$`, 'u'), { error })
    .optional()
    .transform((text) => (text === undefined || text === '' ? null : Number(text)))

/** Where a page of public papers ends, as `step.key`; that of other papers has no step. */
const position = () =>
  z
    .string()
    .regex(/^(?:\d{1,5}\.)?\d{1,16}$/u, { error: 'must be a position in the list' })
    .transform((text): LibraryPosition => {
      const [key = '', step = '0'] = text.split('.').toReversed()
      return { step: Number(step), after: Number(key) }
    })
    .optional()
    .transform((place) => place ?? null)

export const positionText = ({ step, after }: LibraryPosition): string => `${step}.${after}`

/** What selects papers, without order, columns and place. */
export const paperSelectionShape = {
  q: z.string().max(256).optional().transform(emptyAsNull),
  state: z
    .enum(['', ...submissionStates])
    .optional()
    .transform((state) => (state === undefined || state === '' ? null : state)),
  /** Public papers that are not yet assessed. */
  assessed: z
    .literal('false')
    .optional()
    .transform((value) => value !== undefined),
  chapter: z
    .enum(['', ...chapters.map(String)])
    .optional()
    .transform((text) => (text === undefined || text === '' ? null : Number(text))),
  type: z
    .enum(['', ...researchTypes])
    .optional()
    .transform((type) => (type === undefined || type === '' ? null : type)),
  year: digits(4, 'must be a year, such as 2025'),
  concept: z.string().max(200).optional().transform(emptyAsNull),
}

const order = () =>
  z
    .enum([...publicOrders, ...wholeOrders, ...unpublishedOrders])
    .optional()
    .transform((given) => given ?? null)

export const paperListQuery = z.strictObject({
  ...paperSelectionShape,
  order: order(),
  columns: columnsParameter(),
  after: position(),
  /** All rows of the page are selected. */
  selected: z.literal('page').optional(),
  /** The bulk change that has just been made. */
  changed: z.string().max(40).optional(),
})

export type PaperListQuery = z.output<typeof paperListQuery>

/** What selects papers, and their order, in the address of a list. */
export const paperSearchSchema = z.object({ ...paperSelectionShape, order: order() })

export type PaperSelection = Pick<PaperListQuery, keyof typeof paperSelectionShape>

/** Which papers a list shows: the public ones, those not yet assessed, those in another state, or what words find in any state. */
export type PaperScope =
  | { kind: 'public' | 'unassessed' | 'any' }
  | { kind: 'unpublished'; state: Exclude<SubmissionState, 'accepted'> }

/** Chapter, type, year and concept are known of public papers alone. */
const hasFacets = ({ chapter, type, year, concept }: PaperSelection): boolean =>
  chapter !== null || type !== null || year !== null || concept !== null

export const scopeOf = (selection: PaperSelection): PaperScope => {
  const { q, state, assessed } = selection
  if (state !== null && state !== 'accepted') return { kind: 'unpublished', state }
  if (q !== null) return { kind: state === null && !hasFacets(selection) ? 'any' : 'public' }
  return { kind: assessed ? 'unassessed' : 'public' }
}

/** Whether a selection is all public papers, which have more orders than those that words or filters find. */
export const isWhole = (selection: PaperSelection): boolean =>
  scopeOf(selection).kind === 'public' && selection.q === null && !hasFacets(selection)

/** The address of a list of papers. */
export const paperListAddress = (
  query: PaperSelection & Partial<Pick<PaperListQuery, 'order' | 'columns'>>,
): ListAddress => ({
  q: query.q,
  state: query.state,
  assessed: query.assessed ? 'false' : null,
  chapter: query.chapter === null ? null : String(query.chapter),
  type: query.type,
  year: query.year === null ? null : String(query.year),
  concept: query.concept,
  order: query.order ?? null,
  columns: query.columns ?? null,
})

import { z } from 'zod'
import { type CandidateFilter, candidateOrders } from '#core/sources/candidate.ts'
import { validationFailure } from '#core/failure.ts'
import { MAX_BULK_PAPERS } from '#core/review/bulk-change.ts'
import { columnsParameter, emptyAsNull, type ListAddress, listUrl } from '#http/console/pages/list.ts'
import { candidatePosition, positionOfCandidate } from '#schemas/candidate-position.ts'
import { parseInput } from '#schemas/validate.ts'

export const PATH = '/console/candidates'

export const CANDIDATE_NUMBER = /^[1-9]\d{0,14}$/u

/** What a list of candidates selects and shows. */
const listShape = {
  q: z.string().max(256).optional().transform(emptyAsNull),
  source: z
    .string()
    .regex(/^(?:list|[1-9]\d{0,14})?$/u, { error: 'must be the number of a source, or “list”' })
    .optional()
    .transform((source): CandidateFilter['source'] =>
      source === undefined || source === '' ? null : source === 'list' ? source : Number(source),
    ),
  order: z.enum(candidateOrders).optional().default('best'),
  columns: columnsParameter().transform((columns) => columns ?? []),
  after: candidatePosition()
    .optional()
    .transform((place) => place ?? null),
}

const SEPARATOR = '.'

/**
 * Numbers of candidates in a field or an address: the first, and from each to the next, in their order. So 500 take some 2 kB, which
 * proxies let pass in a header.
 */
export const numbersText = (ids: readonly number[]): string => {
  const sorted = [...new Set(ids)].toSorted((one, other) => one - other)
  return sorted.map((id, index) => id - (sorted[index - 1] ?? 0)).join(SEPARATOR)
}

const NUMBERS = new RegExp(`^(?:[1-9]\\d{0,14}(?:\\.[1-9]\\d{0,14}){0,${MAX_BULK_PAPERS - 1}})?$`, 'u')

const NUMBERS_RULE = `must be the numbers of at most ${MAX_BULK_PAPERS} candidates`

const numbers = () =>
  z
    .string()
    .regex(NUMBERS, { error: NUMBERS_RULE })
    .transform((text): number[] => {
      const ids: number[] = []
      for (const step of text === '' ? [] : text.split(SEPARATOR)) ids.push((ids.at(-1) ?? 0) + Number(step))
      return ids
    })
    .refine((ids) => (ids.at(-1) ?? 0) < 1e15, { error: NUMBERS_RULE })

const count = () =>
  z
    .string()
    .regex(/^\d{1,3}$/u, { error: 'must be a number' })
    .transform(Number)
    .optional()

export const candidateListQuery = z.strictObject({
  ...listShape,
  /** All rows of the page are selected. */
  selected: z.literal('page').optional(),
  /** What has just been decided: the candidates that were dismissed, or how many were kept, and how many were left. */
  dismissed: numbers().optional().default([]),
  kept: z
    .string()
    .regex(/^p\d{1,15}$/u)
    .optional(),
  submitted: count(),
  left: count(),
})

export type CandidateListQuery = z.output<typeof candidateListQuery>

export type CandidateList = Pick<CandidateListQuery, keyof typeof listShape>

export const toCandidateFilter = ({ q, source }: CandidateList): CandidateFilter => ({ words: q, source })

/** What the address of the list says, apart from the place of the page. */
export const candidateAddress = ({ q, source, order, columns }: CandidateList): ListAddress => ({
  q,
  source: source === null ? null : String(source),
  order: order === 'best' ? null : order,
  columns,
})

/** The search of a page of the list, which a form sends along to come back to it. */
export const searchOfPage = (list: CandidateList): string =>
  listUrl('', {
    ...candidateAddress(list),
    after: list.after === null ? null : positionOfCandidate(list.after),
  }).slice(1)

const readSearch = (where: string): CandidateList => {
  const search = new URLSearchParams(where)
  return parseInput(z.object(listShape), { ...Object.fromEntries(search), columns: search.getAll('columns') })
}

const placeForm = z.object({ where: z.string().max(10_000).optional().default('') })

/** The page of the list that a form came from. Throws `invalid`. */
export const readPlace = (fields: Readonly<Record<string, string>>): CandidateList =>
  readSearch(parseInput(placeForm, fields).where)

/** The way back to it; `more` is what has just been decided. */
export const backToList = (list: CandidateList, more: Record<string, string | null> = {}): string => {
  const search = searchOfPage(list)
  return listUrl(search === '' ? PATH : `${PATH}?${search}`, more)
}

/** The candidates that were ticked. Throws `invalid`. */
export const readTicked = (given: readonly string[]): number[] => {
  const ids = [...new Set(given)]
  if (ids.length <= MAX_BULK_PAPERS && ids.every((id) => CANDIDATE_NUMBER.test(id))) return ids.map(Number)
  throw validationFailure([{ path: 'candidate', message: NUMBERS_RULE }])
}

const verdictForm = z.object({ verdict: z.enum(['keep', 'dismiss']), candidates: numbers().optional().default([]) })

/** What a form does with which candidates. Throws `invalid`. */
export const readVerdict = (fields: Readonly<Record<string, string>>): z.output<typeof verdictForm> =>
  parseInput(verdictForm, fields)

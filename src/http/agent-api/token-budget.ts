import { z } from 'zod'
import { validationFailure } from '#core/failure.ts'
import { wholeNumberParameter } from '#http/input/query.ts'
import { estimateTokens } from '#core/text/estimate-tokens.ts'

/** Answers that stay within so many tokens, with all of their JSON. */

export const LEAST_TOKENS = 200
const MOST_TOKENS = 1_000_000

/** How much of each thing an answer shows. */
export const details = ['ids', 'card', 'abstract'] as const
export type Detail = (typeof details)[number]

export const maxTokensParameter = () =>
  wholeNumberParameter({ least: LEAST_TOKENS, most: MOST_TOKENS, maxDigits: 7 })
    .transform((tokens) => tokens ?? null)
    .meta({
      description: `The whole answer takes at most about so many tokens; what does not fit comes by nextCursor. From ${LEAST_TOKENS}.`,
      example: '1000',
    })

/** Where an answer has a form of its own without it. */
export const detailParameter = () =>
  z
    .enum(details)
    .optional()
    .transform((detail) => detail ?? null)
    .meta({
      description: 'How much of each item: ids, card or abstract. Without it, the fields that the contract lists.',
      example: 'ids',
    })

/** What an answer has beside its own fields when a budget was given. */
export const budgetFields = { nextCursor: z.string().nullable().optional(), estimatedTokens: z.int().optional() }

/** The size counts itself: its digits hardly change it. */
export const withEstimate = <Body extends object>(body: Body): Body & { estimatedTokens: number } => ({
  ...body,
  estimatedTokens: estimateTokens(JSON.stringify({ ...body, estimatedTokens: MOST_TOKENS })),
})

const CHUNK = 256
const BACK_OFF = 0.97

/** The longest beginning of a text that an answer has room for, within some characters; empty where it has none. */
const beginningWithin = (text: string, tokens: number): string => {
  let length = 0
  let left = tokens
  while (length < text.length && left > 0) {
    left -= estimateTokens(JSON.stringify(text.slice(length, length + CHUNK)).slice(1, -1))
    length += CHUNK
  }
  return beginningOf(text, Math.min(length, text.length))
}

/** Shortens a beginning until the answer fits. */
const shortenUntil = (text: string, fits: (beginning: string) => boolean): string | null => {
  let beginning = text
  while (beginning !== '' && !fits(beginning))
    beginning = beginningOf(beginning, Math.floor(beginning.length * BACK_OFF))
  return beginning === '' ? null : beginning
}

const LOW_SURROGATE = /^[\udc00-\udfff]/u

/** Never the half of a character. */
export const beginningOf = (text: string, length: number): string =>
  text.slice(0, LOW_SURROGATE.test(text.charAt(length)) ? length - 1 : length)

/** Where an answer goes on: at an item, behind so many characters of its text. */
export type ContinuedAt = { item: number; character: number }

const CHARACTERS = 2 ** 24

/** As the one number that a cursor holds. */
export const toPosition = ({ item, character }: ContinuedAt): number => item * CHARACTERS + character
export const fromPosition = (position: number | null): ContinuedAt => ({
  item: Math.floor((position ?? 0) / CHARACTERS),
  character: (position ?? 0) % CHARACTERS,
})

export type BudgetedAnswer<Item, Body> = {
  items: readonly Item[]
  /** Where this answer begins among all items. */
  from: ContinuedAt
  /** The answer with these items; `next` says where it goes on, null when with this all is said. */
  compose: (items: readonly Item[], next: ContinuedAt | null) => Body
  /** What is shown of an item that does not fit by itself; absent where nothing may be left out. */
  shorten?: (item: Item) => Item
  /** The answer without what a client knows already, for budgets in which nothing else fits. */
  composeLeast?: (items: readonly Item[], next: ContinuedAt | null) => Body
  /** The text of an item that may be cut, and the item with another one in its place; absent where nothing may be cut. */
  text?: { of: (item: Item) => string; with: (item: Item, text: string, isCut: boolean) => Item }
  /** Whether more follows behind these items. */
  goesOn?: boolean
}

/**
 * As many items as fit; of the first that does not, as much of its text as fits where nothing else does. Throws `invalid`
 * where the budget is too small for anything.
 */
export const fitAnswer = <Item, Body extends object>(
  { items: given, from, compose, composeLeast = compose, text, shorten, goesOn = false }: BudgetedAnswer<Item, Body>,
  maxTokens: number | null,
): Body & { estimatedTokens: number } => {
  const [head, ...rest] = given
  // What an earlier answer has cut goes on here.
  const items =
    text !== undefined && head !== undefined && from.character > 0
      ? [text.with(head, text.of(head).slice(from.character), false), ...rest]
      : given
  const nextAfter = (count: number): ContinuedAt | null =>
    count < items.length || goesOn ? { item: from.item + count, character: 0 } : null
  const answer = (count: number) => withEstimate(compose(items.slice(0, count), nextAfter(count)))
  const whole = answer(items.length)
  if (maxTokens === null || whole.estimatedTokens <= maxTokens) return whole
  let left = maxTokens - answer(0).estimatedTokens
  let count = 0
  // What stands between items never joins two words, so sizes add up.
  while (count < items.length && left > 0) {
    left -= estimateTokens(`${JSON.stringify(items[count])},`)
    if (left >= 0) count += 1
  }
  // The first is tried whatever was estimated of it: its size by itself may be more than what the answer shows.
  for (count = Math.max(count, Math.min(1, items.length)); count > 0; count -= 1) {
    const body = answer(count)
    if (body.estimatedTokens <= maxTokens) return body
  }
  const least = items.slice(0, 1).map((first) => shorten?.(first) ?? first)
  for (const composed of [compose, composeLeast]) {
    const body = withEstimate(composed(least, nextAfter(least.length)))
    if (body.estimatedTokens <= maxTokens) return body
  }
  const shortest = withEstimate(composeLeast(least, nextAfter(least.length)))
  return fitFirst({ items, from, compose, text }, maxTokens, shortest.estimatedTokens)
}

const refuse = (needed: number): never => {
  throw validationFailure([{ path: 'maxTokens', message: `is too small for this answer, which needs ${needed}` }])
}

/** Of a text, an answer has at least so much. */
const LEAST_TEXT = 40

/** The beginning of the first item alone; refused where there is none, or no room for it. */
const fitFirst = <Item, Body extends object>(
  { items, from, compose, text }: Pick<BudgetedAnswer<Item, Body>, 'items' | 'from' | 'compose' | 'text'>,
  maxTokens: number,
  uncut: number,
): Body & { estimatedTokens: number } => {
  const [first] = items
  if (first === undefined || text === undefined) return refuse(uncut)
  const cut = (beginning: string) => {
    const next = { item: from.item, character: from.character + beginning.length }
    return withEstimate(compose([text.with(first, beginning, true)], next))
  }
  const whole = text.of(first)
  const room = maxTokens - cut('').estimatedTokens
  const beginning = shortenUntil(beginningWithin(whole, room), (tried) => cut(tried).estimatedTokens <= maxTokens)
  return beginning === null
    ? refuse(Math.min(uncut, cut(beginningOf(whole, LEAST_TEXT)).estimatedTokens))
    : cut(beginning)
}

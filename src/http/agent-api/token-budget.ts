import { z } from 'zod'
import { validationFailure } from '#core/failure.ts'
import { wholeNumberParameter } from '#schemas/fields.ts'
import { estimateTokens } from '#core/text/estimate-tokens.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import { json, type Reply } from '#http/routing/reply.ts'

/** Answers that keep to a number of tokens, counting all of their JSON. */

const MIN_TOKENS = 200
const MAX_TOKENS = 1_000_000

/** How much an answer shows of each item. */
export const details = ['ids', 'card', 'abstract'] as const
export type Detail = (typeof details)[number]

/** The same in a body. */
export const maxTokensMember = () => z.int().min(MIN_TOKENS).max(MAX_TOKENS).optional()

export const maxTokensParameter = () =>
  wholeNumberParameter({ least: MIN_TOKENS, most: MAX_TOKENS, maxDigits: 7 })
    .transform((tokens) => tokens ?? null)
    .meta({
      description: `The approximate size limit of the whole answer in tokens; nextCursor continues with what does not fit. At least ${MIN_TOKENS}.`,
      example: '1000',
    })

/** For routes whose answer without `detail` is set by the contract. */
export const detailParameter = () =>
  z
    .enum(details)
    .optional()
    .transform((detail) => detail ?? null)
    .meta({
      description: 'How much of each item: ids, card or abstract. Without it, the fields that the contract lists.',
      example: 'ids',
    })

/** Fields that a budget adds to an answer. */
export const budgetFields = { nextCursor: z.string().nullable().optional(), estimatedTokens: z.int().optional() }

/** The estimate counts itself, as the largest number it could be. */
export const withEstimate = <Body extends object>(body: Body): Body & { estimatedTokens: number } => ({
  ...body,
  estimatedTokens: estimateTokens(JSON.stringify({ ...body, estimatedTokens: MAX_TOKENS })),
})

const CHUNK = 256
const BACK_OFF = 0.97

/** The longest beginning of a text that fits, to within a chunk; empty if there is no room. */
const beginningWithin = (text: string, tokens: number): string => {
  let length = 0
  let left = tokens
  const most = tokens * MAX_CHARACTERS_OF_TOKEN
  while (length < Math.min(text.length, most) && left > 0) {
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

/** In prose a token has four or five characters; only white space or one endless word has as many as this. */
const MAX_CHARACTERS_OF_TOKEN = 64

/** Whether a text has so much more than fits that it need not be estimated, which takes a second for the longest. */
export const isFarBeyond = (text: string, maxTokens: number): boolean =>
  text.length > maxTokens * MAX_CHARACTERS_OF_TOKEN

const LOW_SURROGATE = /^[\udc00-\udfff]/u

/** Never cuts through a surrogate pair. */
export const beginningOf = (text: string, length: number): string =>
  text.slice(0, LOW_SURROGATE.test(text.charAt(length)) ? length - 1 : length)

/** Where the next answer begins: at an item, after this many characters of its text. */
export type ResumePoint = { item: number; character: number }

const CHARACTERS = 2 ** 24

/** As the single number that a cursor carries. */
export const encodeResumePoint = ({ item, character }: ResumePoint): number => item * CHARACTERS + character
export const decodeResumePoint = (position: number | null): ResumePoint => ({
  item: Math.floor((position ?? 0) / CHARACTERS),
  character: (position ?? 0) % CHARACTERS,
})

export type BudgetedAnswer<Item, Body> = {
  items: readonly Item[]
  /** Where this answer begins among all items. */
  from: ResumePoint
  /** The answer with these items; `next` is null when nothing follows. */
  compose: (items: readonly Item[], next: ResumePoint | null) => Body
  /** A short form of an item that does not fit on its own; absent if nothing may be left out. */
  shorten?: (item: Item) => Item
  /** The answer without what the client already knows, for the smallest budgets. */
  composeMinimal?: (items: readonly Item[], next: ResumePoint | null) => Body
  /** Reads and replaces the text of an item that may be cut; absent if nothing may be cut. */
  text?: { of: (item: Item) => string; with: (item: Item, text: string, isCut: boolean) => Item }
  /** Whether more items follow these. */
  hasMore?: boolean
}

/**
 * As many items as fit; if not even the first one does, as much of its text as fits. Throws `invalid` if the budget is too small
 * for anything.
 */
export const fitAnswer = <Item, Body extends object>(
  { items: given, from, compose, composeMinimal = compose, text, shorten, hasMore = false }: BudgetedAnswer<Item, Body>,
  maxTokens: number | null,
): Body & { estimatedTokens: number } => {
  const [head, ...rest] = given
  // Continues the text that an earlier answer cut.
  const items =
    text !== undefined && head !== undefined && from.character > 0
      ? [text.with(head, text.of(head).slice(from.character), false), ...rest]
      : given
  const nextAfter = (count: number): ResumePoint | null =>
    count < items.length || hasMore ? { item: from.item + count, character: 0 } : null
  const answer = (count: number) => withEstimate(compose(items.slice(0, count), nextAfter(count)))
  if (maxTokens === null) return answer(items.length)
  const isLong = (item: Item | undefined): boolean =>
    item !== undefined && text !== undefined && isFarBeyond(text.of(item), maxTokens)
  const firstLong = items.findIndex(isLong)
  if (firstLong === -1) {
    const whole = answer(items.length)
    if (whole.estimatedTokens <= maxTokens) return whole
  }
  const tried = firstLong === -1 ? items.length : firstLong
  let left = maxTokens - answer(0).estimatedTokens
  let count = 0
  // The commas between items never join two words, so sizes add up.
  while (count < tried && left > 0) {
    left -= estimateTokens(`${JSON.stringify(items[count])},`)
    if (left >= 0) count += 1
  }
  // The first item is always tried: its own estimate may exceed what it adds to the answer.
  for (count = Math.max(count, Math.min(1, tried)); count > 0; count -= 1) {
    const body = answer(count)
    if (body.estimatedTokens <= maxTokens) return body
  }
  const least = items.slice(0, 1).map((first) => shorten?.(first) ?? first)
  if (isLong(least[0])) return fitFirst({ items, from, compose, text }, maxTokens, Number.POSITIVE_INFINITY)
  for (const composed of [compose, composeMinimal]) {
    const body = withEstimate(composed(least, nextAfter(least.length)))
    if (body.estimatedTokens <= maxTokens) return body
  }
  const shortest = withEstimate(composeMinimal(least, nextAfter(least.length)))
  return fitFirst({ items, from, compose, text }, maxTokens, shortest.estimatedTokens)
}

const refuse = (needed: number): never => {
  throw validationFailure([{ path: 'maxTokens', message: `is too small for this answer, which needs ${needed}` }])
}

/** The least of a text, in characters, that an answer shows. */
const MIN_TEXT_LENGTH = 40

/** Only the beginning of the first item. Throws `invalid` if there is no text to cut, or no room. */
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
  const fits = (tried: string): boolean => cut(tried).estimatedTokens <= maxTokens
  const shortest = beginningOf(whole, MIN_TEXT_LENGTH)
  // The size that a refusal names is tried as well: each length has a cursor of its own, which may cost more than it saves.
  const beginning = shortenUntil(beginningWithin(whole, room), fits) ?? (fits(shortest) ? shortest : null)
  return beginning === null ? refuse(Math.min(uncut, cut(shortest).estimatedTokens)) : cut(beginning)
}

type Budget = { cursor?: string | undefined; maxTokens: number | null; detail: string | null }

type Item = Record<string, unknown>

/** `cut`: the field of an item whose text may be cut. */
type List = { name: string; question: string; items: readonly Item[]; cut?: string }

const textOf = (item: Item, field: string): string => {
  const text = item[field]
  return typeof text === 'string' ? text : ''
}

/**
 * Without a budget or cursor, the whole list and nothing else: the contract names its fields. With one, nextCursor continues it,
 * and an item whose text was cut comes again with the rest.
 */
export const fitList = (
  cursors: Cursors,
  { cursor, maxTokens, detail }: Budget,
  { name, question, items, cut }: List,
): Reply => {
  if (maxTokens === null && cursor === undefined) return json(200, { [name]: items })
  const listQuestion = `${question} ${detail ?? ''}`
  const from = decodeResumePoint(cursors.read(listQuestion, cursor))
  const answer = {
    items: items.slice(from.item),
    from,
    compose: (shown: readonly Item[], next: ResumePoint | null) => ({
      [name]: shown,
      nextCursor: next === null ? null : cursors.sign(listQuestion, encodeResumePoint(next)),
    }),
    ...(cut === undefined
      ? {}
      : {
          text: {
            of: (item: Item) => textOf(item, cut),
            with: (item: Item, text: string): Item => ({ ...item, [cut]: text }),
          },
        }),
  }
  return json(200, fitAnswer(answer, maxTokens))
}

/** An item with long texts: its other fields, and the texts in the order in which they are sent. */
type Textual = { key: object; card: object; texts: readonly (readonly [name: string, text: string])[] }

/** A span of all texts joined. */
type Span = { from: number; text: string }

/** The part of each text that lies in a span. */
export const spanFields = (texts: Textual['texts'], { from, text }: Span): Record<string, string> => {
  const fields: Record<string, string> = {}
  let start = 0
  for (const [name, whole] of texts) {
    const piece = text.slice(Math.max(0, start - from), Math.max(0, start + whole.length - from))
    if (piece !== '') fields[name] = piece
    start += whole.length
  }
  return fields
}

/**
 * As much of the texts as fits; the first answer has all other fields. Later answers have the key and the next pieces, which joined
 * give the text of each field.
 */
export const fitTexts = (
  cursors: Cursors,
  { cursor, maxTokens }: { cursor?: string | undefined; maxTokens: number | null },
  { question, key, card, texts }: Textual & { question: string },
): Reply => {
  const from = decodeResumePoint(cursors.read(question, cursor))
  const all = texts.map(([, text]) => text).join('')
  const answer = {
    items: all === '' ? [] : [{ from: 0, text: all }],
    from,
    compose: ([span]: readonly Span[], next: ResumePoint | null) => ({
      ...(from.character === 0 ? card : key),
      ...(span === undefined ? {} : spanFields(texts, span)),
      nextCursor: next === null ? null : cursors.sign(question, encodeResumePoint(next)),
    }),
    text: {
      of: ({ text }: Span) => text,
      with: (whole: Span, text: string, isCut: boolean): Span => ({
        from: isCut ? whole.from : whole.from + whole.text.length - text.length,
        text,
      }),
    },
  }
  return json(200, fitAnswer(answer, maxTokens))
}

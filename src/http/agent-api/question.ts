import { z } from 'zod'
import {
  MAX_ADDRESS_CHARACTERS,
  MAX_RANKED_CHARACTERS,
  MAX_RANKED_WORDS,
  type RankedQuery,
} from '#core/search/ranking/ranked-query.ts'
import { groupedNumber } from '#core/numbers.ts'
import { codePointLength } from '#core/text/normalize-text.ts'
import { QUESTION_BODY_BYTES } from '#http/input/body.ts'

/** What the routes that answer a question share. */

const question = (most: number, remedy = '') =>
  z
    .string({ error: 'is required' })
    .regex(/\S/u, { error: 'must not be empty' })
    .refine((text) => codePointLength(text) <= most, { error: `must have at most ${most} characters${remedy}` })

/** @param path the route whose POST takes longer texts */
export const questionParameter = (path: string) =>
  question(MAX_ADDRESS_CHARACTERS, `; POST ${path} takes ${MAX_RANKED_CHARACTERS}`)

/** The same in a body, without the limit of an address. */
export const longQuestion = () => question(MAX_RANKED_CHARACTERS)

const LONG_TEXT = `A question, or a text such as an abstract: at most ${groupedNumber(MAX_RANKED_CHARACTERS)} characters.`

export const describedQuestion = () => z.string().max(MAX_RANKED_CHARACTERS).meta({ description: LONG_TEXT })

/**
 * Describes a body whose members are the parameters of a query, in the words of that query.
 * @param question null where the body asks in another way
 */
export const bodyOf = (
  question: z.ZodType | null,
  query: z.ZodObject,
  shape: Record<string, z.ZodType>,
): z.ZodType<object> =>
  z.strictObject({
    ...(question === null ? {} : { q: question }),
    ...Object.fromEntries(
      Object.entries(shape).map(([name, member]) => [name, member.describe(query.shape[name]?.description ?? '')]),
    ),
  })

/** The common fields of routes that answer a question which is sent in the body. It changes nothing. */
export const bodyRoute = {
  method: 'post',
  access: 'public',
  caching: 'none',
  allowCors: true,
  bodyBytes: QUESTION_BODY_BYTES,
} as const

export const droppedWords = () =>
  z
    .int()
    .optional()
    .meta({
      description: `How many different words of a long text were left out, because a ranking takes ${MAX_RANKED_WORDS}; absent if none were.`,
    })

export const presentDropped = ({ dropped }: RankedQuery): { dropped?: number } => (dropped === 0 ? {} : { dropped })

import { z } from 'zod'

const number = /^[1-9]\d{0,14}$/u

/** The place of a candidate in the inbox: its score and its number. */
const place = z
  .string()
  .regex(/^-?\d{1,7}\.[1-9]\d{0,14}$/u, { error: 'must be a place in the inbox' })
  .transform((text) => {
    const [score = '', id = ''] = text.split('.')
    return { score: Number(score), id: Number(id) }
  })

const decided = z.string().regex(number, { error: 'must be the number of a candidate' }).transform(Number)

export const inboxQuery = z.strictObject({
  after: place.optional(),
  dismissed: decided.optional(),
  kept: z
    .string()
    .regex(/^p\d{1,15}$/u)
    .optional(),
})

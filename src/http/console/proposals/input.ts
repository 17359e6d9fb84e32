import { z } from 'zod'

const number = z
  .string()
  .regex(/^[1-9]\d{0,14}$/u, { error: 'must be the number of a proposal' })
  .transform(Number)

/** `after` is the last one of the page before, `decided` the one that was just decided on. */
export const proposalPageQuery = z.strictObject({ after: number.optional(), decided: number.optional() })

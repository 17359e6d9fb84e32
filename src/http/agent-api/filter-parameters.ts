import { z } from 'zod'
import { researchTypes } from '#core/papers/paper.ts'
import { boundFromTen } from '#core/papers/score.ts'

/** Filters of the list and of the search; null where they are not given. */

const NUMBER = /^\d{1,3}(?:\.\d{1,20})?$/u

export const typeParameter = () =>
  z
    .enum(researchTypes)
    .optional()
    .transform((type) => type ?? null)
    .meta({ description: 'Research type.', example: 'benchmark' })

/** From 0 to 10 as it comes (contract 4.2), in millionths as it is used. */
export const leastLongHorizonParameter = () =>
  z
    .string()
    .refine((text) => NUMBER.test(text) && Number(text) <= 10, { error: 'must be a number from 0 to 10' })
    .transform((text) => boundFromTen(Number(text)))
    .optional()
    .transform((score) => score ?? null)
    .meta({ description: 'Least long-horizon score, 0 to 10, inclusive.', example: '7.5' })

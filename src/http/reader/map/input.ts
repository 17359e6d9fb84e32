import { z } from 'zod'
import type { MapRegion } from '#core/papers/map-grid.ts'
import { SCORE_MAX, toMillionths, type Millionths } from '#core/papers/score.ts'
import { cursorParameter } from '#http/input/query.ts'

const SCORE = /^(?:0?\.\d{1,6}|[01](?:\.\d{1,6})?)$/u

/** A field of a form that was left empty asks for nothing. */
const bound = () =>
  z
    .string()
    .refine((text) => text === '' || (SCORE.test(text) && Number(text) <= 1), { error: 'must be a number from 0 to 1' })
    .transform((text): Millionths | null => (text === '' ? null : toMillionths(Number(text))))
    .optional()
    .transform((score) => score ?? null)
    .meta({ description: 'A score from 0 to 1, inclusive.', example: '0.8' })

const chapter = () =>
  z
    .string()
    .regex(/^[1-7]?$/u, { error: 'must be a whole number from 1 to 7' })
    .transform((text) => (text === '' ? null : Number(text)))
    .optional()
    .transform((number) => number ?? null)
    .meta({ description: 'Only papers of this chapter, 1 to 7.', example: '3' })

export const mapInput = z.object({
  chapter: chapter(),
  lh_min: bound(),
  lh_max: bound(),
  e_min: bound(),
  e_max: bound(),
  cursor: cursorParameter(),
})

export const pointsInput = z.strictObject({ chapter: chapter() })

type MapQuery = z.infer<typeof mapInput>

/** Bounds that are the wrong way round are turned. */
const orderedRange = (least: Millionths | null, most: Millionths | null): [Millionths, Millionths] => {
  const [low, high] = [least ?? 0, most ?? SCORE_MAX]
  return low <= high ? [low, high] : [high, low]
}

/** The region that was asked for; null when no bound was given. */
export const toRegion = ({ chapter, lh_min, lh_max, e_min, e_max }: MapQuery): MapRegion | null =>
  [lh_min, lh_max, e_min, e_max].every((given) => given === null)
    ? null
    : { chapter, longHorizon: orderedRange(lh_min, lh_max), enterprise: orderedRange(e_min, e_max) }

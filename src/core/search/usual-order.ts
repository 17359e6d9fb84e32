import { kindOf, type ScoreKind, type ShownScores } from '#core/papers/shown-scores.ts'
import type { SortOrder } from './paper-filter.ts'

/** The order of a list by a score. */
export const scoreOrders = { longHorizon: 'long-horizon', enterprise: 'enterprise' } as const satisfies Record<
  ScoreKind,
  SortOrder
>

/** The order of lists for which nobody chose one: by the first score, or by the day of becoming public here. */
export const usualOrder = ([first]: ShownScores): SortOrder =>
  first === undefined ? 'added' : scoreOrders[kindOf(first)]

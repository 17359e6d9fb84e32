import { z } from 'zod'
import type { RankedCandidate } from '#core/sources/candidate.ts'

/** The position of a candidate in the inbox: its score and its number. */
export const candidatePosition = () =>
  z
    .string()
    .regex(/^-?\d{1,7}\.[1-9]\d{0,14}$/u, { error: 'must be a position in the inbox' })
    .transform((text) => {
      const [score = '', id = ''] = text.split('.')
      return { score: Number(score), id: Number(id) }
    })

/** The position after which the next page begins. */
export const positionOfCandidate = ({ score, id }: Pick<RankedCandidate, 'score' | 'id'>): string => `${score}.${id}`

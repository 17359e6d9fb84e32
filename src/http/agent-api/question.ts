import { z } from 'zod'
import {
  MAX_ADDRESS_CHARACTERS,
  MAX_RANKED_CHARACTERS,
  MAX_RANKED_WORDS,
  type RankedQuery,
} from '#core/search/ranking/ranked-query.ts'
import { codePointLength } from '#core/text/normalize-text.ts'

/** What the routes that answer a question share. */

/** @param path the route whose POST takes longer texts */
export const questionParameter = (path: string) =>
  z
    .string({ error: 'is required' })
    .regex(/\S/u, { error: 'must not be empty' })
    .refine((text) => codePointLength(text) <= MAX_ADDRESS_CHARACTERS, {
      error: `must have at most ${MAX_ADDRESS_CHARACTERS} characters; POST ${path} takes ${MAX_RANKED_CHARACTERS}`,
    })

export const droppedWords = () =>
  z
    .int()
    .optional()
    .meta({
      description: `How many different words of a long text were left out, because a ranking takes ${MAX_RANKED_WORDS}; absent if none were.`,
    })

export const presentDropped = ({ dropped }: RankedQuery): { dropped?: number } => (dropped === 0 ? {} : { dropped })

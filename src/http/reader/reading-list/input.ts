import { z } from 'zod'
import { PAPER_ID } from '#core/papers/paper.ts'

export const MAX_PAPERS = 200

/** The papers that an address names. */
export const paperIds = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
  .refine((ids) => ids.length <= MAX_PAPERS, { error: `must name at most ${MAX_PAPERS} papers` })
  .refine((ids) => ids.every((id) => PAPER_ID.test(id)), {
    error: 'must be ids of papers, such as p19, joined by commas',
  })

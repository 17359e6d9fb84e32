import { z } from 'zod'
import { verdicts } from '#core/review/submission-state.ts'

const LONGEST_TYPED = 20_000
const text = (max: number) => z.string().max(max)

/** A ready note as it is changed; one without an id is new. */
export const noteForm = z.object({
  id: text(100).optional().default(''),
  event: z.enum(verdicts),
  name: text(LONGEST_TYPED),
  body: text(LONGEST_TYPED).optional().default(''),
  act: z.enum(['save', 'remove']).optional().default('save'),
})

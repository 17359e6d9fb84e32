import { z } from 'zod'
import { verdicts } from '#core/review/submission-state.ts'

const MAX_INPUT_LENGTH = 20_000
const text = (max: number) => z.string().max(max)

/** A reply template from the form; one without an id is new. */
export const replyTemplateFormSchema = z.object({
  id: text(100).optional().default(''),
  event: z.enum(verdicts),
  name: text(MAX_INPUT_LENGTH),
  body: text(MAX_INPUT_LENGTH).optional().default(''),
  act: z.enum(['save', 'remove']).optional().default('save'),
})

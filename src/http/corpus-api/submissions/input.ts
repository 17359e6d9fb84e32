import { z } from 'zod'
import { requireValid } from '#schemas/validate.ts'
import { submissionStates } from '#core/review/submission-state.ts'
import { parsePaper, type ParsedPaper } from '#schemas/paper-schema.ts'
import { cursorParameter, limitParameter } from '#http/input/query.ts'

export const submitQuery = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: check everything, store and count nothing.' }),
})

export const submissionListQuery = z.strictObject({
  status: z.enum(submissionStates).optional().meta({ description: 'Only submissions in this state.' }),
  limit: limitParameter(),
  cursor: cursorParameter(),
})

/** Throws `invalid` with every error of the body at once. */
export const readPaper = (body: unknown, now: Date): ParsedPaper => requireValid(parsePaper(body, now))

/** A small paper that the library would take. */
export const paperExample = {
  id: 'p9001',
  title: 'A field study of agents that work overnight',
  authors: ['Ada Example'],
  year: 2026,
}

import { z } from 'zod'
import { line } from '#schemas/fields.ts'

export const MOST_CHUNKS = 1_000_000

export const chunkQuery = z.strictObject({
  chunk: z.coerce
    .number()
    .int()
    .min(0)
    .max(MOST_CHUNKS)
    .meta({ description: 'The number of the chunk; the same content comes under the same number again.', example: 0 }),
  file: line(300)
    .optional()
    .meta({ description: 'The name of the file that the records come from.', example: 'papers.jsonl' }),
  line: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .default(1)
    .meta({ description: 'For JSON lines of papers: the number of the first line in the file.', example: 1 }),
})

export const refusalQuery = z.strictObject({
  chunk: z.coerce.number().int().min(0).max(MOST_CHUNKS).meta({ description: 'The number of the chunk.', example: 0 }),
  after: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'The number of the last one before.', example: 0 }),
})

export const chunkListQuery = z.strictObject({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The last chunk of the page before.', example: 99 }),
})

import { z } from 'zod'

export const chapterSavedQuery = z.strictObject({ saved: z.string().max(20).optional() })

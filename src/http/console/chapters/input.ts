import { z } from 'zod'

export const savedQuery = z.strictObject({ saved: z.string().max(20).optional() })

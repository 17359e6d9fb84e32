import { z } from 'zod'

export const conceptListQuery = z.strictObject({ q: z.string().max(200).optional() })

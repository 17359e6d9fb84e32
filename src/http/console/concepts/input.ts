import { z } from 'zod'

export const conceptListQuery = z.strictObject({ q: z.string().max(200).optional() })

export const conceptSavedQuery = z.strictObject({ saved: z.string().max(20).optional() })

import { z } from 'zod'

export const listQuery = z.strictObject({ q: z.string().max(200).optional() })

export const savedQuery = z.strictObject({ saved: z.string().max(20).optional() })

import { z } from 'zod'

/** `saved`: the form was just stored, as this version. */
export const savedQuery = z.strictObject({ saved: z.string().max(20).optional() })

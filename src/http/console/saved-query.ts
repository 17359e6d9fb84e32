import { z } from 'zod'

/** A form after it was saved: the page tells so. The value is the version that was stored. */
export const savedQuery = z.strictObject({ saved: z.string().max(20).optional() })

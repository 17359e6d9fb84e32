import { z } from 'zod'

const versionParameter = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/u, { error: 'must be a whole number from 1' })
    .transform(Number)
    .optional()
    .transform((version) => version ?? null)
    .meta({ description: 'A version that was public; by default, the current one.', example: '2' })

export const paperInput = z.object({ version: versionParameter() })

/** A long text has parts; the first is the default. */
export const textInput = z.object({
  version: versionParameter(),
  part: z
    .string()
    .regex(/^[1-9]\d{0,3}$/u, { error: 'must be a whole number from 1' })
    .transform(Number)
    .optional()
    .transform((part) => part ?? 1)
    .meta({ description: 'Which part of a long text.', example: '2' }),
})

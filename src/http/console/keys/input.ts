import { z } from 'zod'
import { keyScopes } from '#core/access/api-key.ts'
import { emailAddress } from '#schemas/fields.ts'

export const keyListQuery = z.strictObject({
  revoked: z.string().max(40).optional(),
  renewed: z.string().max(40).optional(),
})

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/u, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(z.number().max(max))

/** Nothing: the key does not expire. */
const days = z
  .string()
  .regex(/^(?:[1-9]\d{0,4})?$/u, { error: 'must be a whole number from 1, or nothing' })
  .transform((text) => (text === '' ? null : Number(text)))

export const createKeyFormSchema = z.object({
  label: z.string().max(1_000),
  email: z.union([z.literal('').transform(() => null), emailAddress()], {
    error: 'must be one email address, such as name@example.org, or nothing',
  }),
  scopes: z.array(z.enum(keyScopes)).min(1),
  days,
})

export const renewKeyFormSchema = z.object({ days })

export const rotateKeyFormSchema = z.object({ overlapHours: wholeNumber(8_760) })

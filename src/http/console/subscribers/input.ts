import { z } from 'zod'
import { emailAddress } from '#schemas/fields.ts'
import { subscriberStates } from '#ports/store/correspondence.ts'

export const listQuery = z.strictObject({
  state: z.enum(subscriberStates).optional(),
  after: z.string().max(300).optional(),
})

export const eraseForm = z.object({ email: emailAddress() })

import { z } from 'zod'
import { emailAddress } from '#schemas/fields.ts'
import { subscriberStates } from '#ports/store/correspondence.ts'

export const subscriberListQuery = z.strictObject({
  state: z.enum(subscriberStates).optional(),
  after: z.string().max(300).optional(),
})

export const eraseFormSchema = z.object({ email: emailAddress() })

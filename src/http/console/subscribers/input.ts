import { z } from 'zod'
import { subscriberStates } from '#core/mail/subscriber.ts'
import { emailAddress } from '#schemas/fields.ts'

export const subscriberListQuery = z.strictObject({
  state: z.enum(subscriberStates).optional(),
  after: z.string().max(300).optional(),
})

export const addressFormSchema = z.object({ email: emailAddress() })

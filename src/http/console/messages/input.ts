import { z } from 'zod'
import { messageStates } from '#core/mail/message.ts'

export const messageListQuery = z.strictObject({
  state: z.enum(messageStates).optional(),
  before: z.string().max(100).optional(),
})

export const triageFormSchema = z.object({ state: z.enum(messageStates), at: z.string().max(100).optional() })

import { z } from 'zod'

const CONTACT_MESSAGE = 'Thank you. Your message is on its way to the research team.'
const SUBSCRIBE_MESSAGE =
  'Check your inbox: if this address can be subscribed, an email with a link to confirm is on its way.'

export const contactResponse = z.strictObject({ success: z.literal(true), id: z.string(), message: z.string() })
export const subscribeResponse = z.strictObject({ success: z.literal(true), message: z.string() })

export const presentReceived = (id: string): z.infer<typeof contactResponse> => ({
  success: true,
  id,
  message: CONTACT_MESSAGE,
})

/** The same for new, known and confirmed addresses: nobody learns who reads the brief. */
export const presentSubscribed = (): z.infer<typeof subscribeResponse> => ({
  success: true,
  message: SUBSCRIBE_MESSAGE,
})

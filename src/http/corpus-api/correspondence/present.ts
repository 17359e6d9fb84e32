import { z } from 'zod'

const CONTACT_THANKS = 'Thank you. Your message is on its way to the research team.'
const SUBSCRIBE_THANKS =
  'Please look into your mail: if this address can be subscribed, a letter with a link to confirm is on its way.'

export const contactAnswer = z.strictObject({ success: z.literal(true), id: z.string(), message: z.string() })
export const subscribeAnswer = z.strictObject({ success: z.literal(true), message: z.string() })

export const presentReceived = (id: string): z.infer<typeof contactAnswer> => ({
  success: true,
  id,
  message: CONTACT_THANKS,
})

/** The same for new, known and confirmed addresses: nobody learns who reads the brief. */
export const presentSubscribed = (): z.infer<typeof subscribeAnswer> => ({ success: true, message: SUBSCRIBE_THANKS })

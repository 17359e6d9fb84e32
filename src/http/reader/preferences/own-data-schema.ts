import { z } from 'zod'
import { messageStates } from '#core/mail/message.ts'
import { digestFrequencies } from '#core/following/follow.ts'

const instant = () => z.string().meta({ description: 'An instant in ISO 8601.' })

/** What is stored about an address, as its owner downloads it. */
export const ownDataSchema = z.object({
  subscription: z
    .object({ email: z.string(), name: z.string().nullable(), state: z.string(), weeklyBrief: z.boolean() })
    .nullable(),
  followed: z.array(z.object({ search: z.string(), frequency: z.enum(digestFrequencies), since: instant() })),
  digests: z.array(
    z.object({
      madeAt: instant(),
      sentAt: instant().nullable(),
      sections: z.array(z.object({ address: z.string(), ids: z.array(z.string()), more: z.number() })),
    }),
  ),
  messages: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      organisation: z.string().nullable(),
      subject: z.string().nullable(),
      message: z.string(),
      receivedAt: instant(),
      state: z.enum(messageStates),
    }),
  ),
  apiKeys: z.array(z.object({ label: z.string(), createdAt: instant() })),
})

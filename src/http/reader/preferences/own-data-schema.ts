import { z } from 'zod'
import { digestFrequencies } from '#core/following/follow.ts'

const instant = () => z.string().meta({ description: 'An instant in ISO 8601.', example: '2026-11-22T06:00:00.000Z' })

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
  messages: z.array(z.record(z.string(), z.unknown())),
  apiKeys: z.array(z.object({ label: z.string(), createdAt: instant() })),
})

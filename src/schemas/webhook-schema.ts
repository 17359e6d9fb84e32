import { z } from 'zod'
import type { AddressChecker } from '#core/outbound.ts'
import { publicEventTypes, webhookEventTypes, type WebhookEventType } from '#core/webhooks.ts'
import { optionalLine } from './fields.ts'

const MAX_CHARACTERS = 2_000

type DescribedWebhook = { url: string; description: string; events: WebhookEventType[] }

const address = (checkAddress: AddressChecker) =>
  z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(MAX_CHARACTERS)
    .transform((text, context) => {
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      if (!URL.canParse(text)) return refuse('must be a complete address, such as https://example.org/hooks/longview')
      const url = new URL(text)
      if (url.username !== '' || url.password !== '') return refuse('must not contain a user name or password')
      const fault = checkAddress(url)
      if (fault !== null) return refuse(fault)
      url.hash = ''
      return url.href
    })

export const webhookSchema = (checkAddress: AddressChecker): z.ZodType<DescribedWebhook> =>
  z.strictObject({
    url: address(checkAddress),
    description: optionalLine(200).transform((text) => text ?? ''),
    events: z
      .array(z.enum(webhookEventTypes))
      .min(1)
      .optional()
      .transform((events) => webhookEventTypes.filter((type) => (events ?? publicEventTypes).includes(type))),
  })

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/u

/** The start of a replay: a day, from midnight UTC, or an instant with its time zone. */
export const replaySchema = (now: Date) =>
  z.strictObject({
    since: z
      .string()
      .trim()
      .refine((text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)), {
        error: 'must be a day such as 2026-11-01, or a time such as 2026-11-01T08:00:00Z',
      })
      .transform((text) => new Date(text))
      .refine((since) => since <= now, { error: 'must not be in the future' }),
  })

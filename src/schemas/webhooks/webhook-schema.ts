import { z } from 'zod'
import { publicEventTypes, webhookEventTypes, type WebhookEventType } from '#core/webhooks/webhook-event.ts'
import { optionalLine } from '#schemas/fields.ts'

/** A webhook as somebody describes it, and from when on its events are wanted again. */

const MOST_CHARACTERS = 2_000

type DescribedWebhook = { url: string; description: string; events: WebhookEventType[] }

const isAllowed = (url: URL, allowed: readonly string[]): boolean =>
  url.protocol === 'https:' || allowed.includes(url.origin)

const address = (allowed: readonly string[]) =>
  z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(MOST_CHARACTERS)
    .transform((text, context) => {
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      if (!URL.canParse(text)) return refuse('must be a complete address, such as https://example.org/hooks/longview')
      const url = new URL(text)
      if (!isAllowed(url, allowed)) return refuse('must begin with https://, unless OUTBOUND_ALLOW names its origin')
      if (url.username !== '' || url.password !== '') return refuse('must not hold a user or a password')
      url.hash = ''
      return url.href
    })

/** @param allowed origins that may be told over http */
export const webhookSchema = (allowed: readonly string[]): z.ZodType<DescribedWebhook> =>
  z.strictObject({
    url: address(allowed),
    description: optionalLine(200).transform((text) => text ?? ''),
    events: z
      .array(z.enum(webhookEventTypes))
      .min(1)
      .optional()
      .transform((events) => webhookEventTypes.filter((type) => (events ?? publicEventTypes).includes(type))),
  })

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/u

/** A day, which begins at midnight UTC, or an instant with its time zone. */
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

import type { WebhookDelivery } from '#core/webhooks/endpoint.ts'

/** What an event says, as of now: the same as the public API says at this moment. */
export type WebhookPresenter = (delivery: WebhookDelivery) => Promise<Record<string, unknown>>

import type { SecretBox } from '#ports/credentials.ts'
import type { WebhookSendingPorts } from '#jobs/webhooks.ts'
import { openOutboundSender } from './outbound/open-outbound-sender.ts'
import { userAgentOf } from '#outbound/fetch-once.ts'
import type { Config } from './config.ts'
import type { Corpus } from './open-corpus.ts'
import { version } from './version.ts'

/** What sending webhooks needs. */
export const openWebhookDelivery = (
  config: Config,
  { store, clock }: Corpus,
  { secretBox, publicUrl }: { secretBox: SecretBox | null; publicUrl: () => string },
): Omit<WebhookSendingPorts, 'clock'> => {
  const contact = config.teamEmail ?? config.mailFrom?.address ?? null
  const userAgent = userAgentOf({ version, publicUrl: publicUrl(), contact })
  const sender = openOutboundSender({ rules: config.outbound, userAgent, clock })
  return { sender, store, secretBox, publicUrl }
}

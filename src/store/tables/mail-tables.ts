import type { Generated } from 'kysely'
import type { BounceKind, SuppressionReason } from '#core/mail/bounces/suppression.ts'
import type { MessageState } from '#core/mail/message.ts'
import type { DeliveryState, MailingState } from '#core/mail/mailing.ts'
import type { SubscriberState } from '#core/mail/subscriber.ts'

/** Messages, subscribers, and emails on their way. */
export type MailTables = {
  messages: {
    id: string
    name: string
    email: string
    organisation: string | null
    subject: string | null
    message: string
    received_at: string
    state: Generated<MessageState>
  }
  subscribers: {
    id: string
    email: string
    email_key: string
    name: string | null
    state: SubscriberState
    confirm_hash: string | null
    confirm_expires_at: string | null
    created_at: string
    updated_at: string
    wants_brief: Generated<number>
  }
  outbox: {
    seq: Generated<number>
    message_id: string
    kind: string
    recipient: string | null
    reply_to: string | null
    subject: string
    text: string
    html: string | null
    headers: string
    state: Generated<'waiting' | 'sent' | 'failed'>
    attempts: Generated<number>
    due_at: string
    lease_until: string | null
    last_error: string | null
    created_at: string
    sent_at: string | null
  }
  mailings: {
    brief_id: string
    state: MailingState
    start_at: string
    started_at: string | null
    recipients_after: string | null
    finished_at: string | null
    counts: string | null
  }
  deliveries: {
    brief_id: string
    subscriber_id: string
    domain: string
    message_id: string
    state: DeliveryState
    attempts: number
    due_at: string
    lease_until: string | null
    last_error: string | null
    sent_at: string | null
  }
  mail_rates: { bucket: string; used_until: number }
  suppressions: { address_hash: string; reason: SuppressionReason; since: string; confirmation_at: string | null }
  bounces: { address_hash: string; delivery: string; kind: BounceKind; received_at: string }
}

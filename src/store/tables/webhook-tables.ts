import type { Generated } from 'kysely'
import type { EndpointKind, EndpointState, WebhookDelivery } from '#core/webhooks/endpoint.ts'
import type { SentType } from '#core/webhooks/webhook-event.ts'

/** Servers that are told of events, and what is on its way to them. */
export type WebhookTables = {
  webhook_endpoints: {
    seq: Generated<number>
    kind: EndpointKind
    url: string
    description: string
    events: string
    state: EndpointState | 'removed'
    paused_because: string | null
    secret: string | null
    old_secret: string | null
    old_secret_until: string | null
    added_by: string
    added_at: string
    after_change: number
    after_step: number
    failures: number
    failing_since: string | null
    rest_until: string | null
    last_success_at: string | null
    last_failure_at: string | null
    last_error: string | null
    sender: string | null
    lease_until: string | null
  }
  webhook_deliveries: {
    seq: Generated<number>
    endpoint_seq: number
    message_id: string
    type: SentType
    subject: string
    at: string
    change_seq: number | null
    step_seq: number | null
    outcome: string | null
    state: WebhookDelivery['state']
    attempts: number
    due_at: string
    first_attempt_at: string | null
    attempted_at: string | null
    request: string | null
    status: number | null
    response: string | null
    error: string | null
  }
}

import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import type { WebhookDelivery, WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { html, type Html } from '#html.ts'
import { actionButton } from '#http/console/pages/action-button.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { factList } from '#http/console/pages/fact-list.ts'
import { formError } from '#http/console/pages/field.ts'
import { scrollableTable, textInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { secretNotice, type ShownSecret } from '#http/console/pages/secret-notice.ts'
import { stateLine, WEBHOOKS_PATH } from './webhooks.ts'

export type WebhookView = {
  editor: Editor
  endpoint: WebhookEndpoint
  pending: number
  /** Newest first. */
  deliveries: readonly WebhookDelivery[]
  created: ShownSecret | null
  failure: Failure | null
  /** What was typed into the form of the replay. */
  since: string
}

const exchange = ({ lastExchange, error }: WebhookDelivery): Html => {
  if (lastExchange === null) return html`${error ?? ''}`
  const { request, status, response } = lastExchange
  return html`${error !== null && html`<span class="error">${error}</span>`}
    <details><summary>${status === null ? 'Request' : `Request and response (${status})`}</summary>
      <pre class="exchange" tabindex="0">${request}</pre>${response !== null && html`<pre class="exchange" tabindex="0">${response}</pre>`}
    </details>`
}

const deliveryRow = (delivery: WebhookDelivery): Html => {
  const { type, subject, at, state, attempts, dueAt, attemptedAt, messageId } = delivery
  return html`<tr>
      <td>${type}<br /><span class="quiet">${messageId}</span></td>
      <td dir="auto">${type === 'webhook.test' ? '' : subject}</td>
      <td>${dateTime(at)}</td>
      <td>${state === 'delivered' ? 'delivered' : html`waits until ${dateTime(dueAt)}`}</td>
      <td>${attempts}${attemptedAt !== null && html`, last ${dateTime(attemptedAt)}`}</td>
      <td>${exchange(delivery)}</td>
    </tr>`
}

const buttons = ({ id, kind, state }: WebhookEndpoint): Html => {
  const path = (action: string): string => `${WEBHOOKS_PATH}/${id}/${action}`
  const isWebhook = kind === 'webhook'
  return html`<div class="actions">
        ${state === 'active' && isWebhook && actionButton({ path: path('test'), label: 'Send a test', look: 'plain' })}
        ${state === 'active' && actionButton({ path: path('pause'), label: 'Pause', look: 'plain' })}
        ${state === 'paused' && actionButton({ path: path('resume'), label: 'Resume', look: 'plain' })}
        ${state === 'paused' && actionButton({ path: path('resume'), label: 'Resume without what waits', look: 'plain', fields: { skip: 'yes' } })}
        ${isWebhook && actionButton({ path: path('rotate'), label: 'New secret', look: 'plain' })}
        ${isWebhook && actionButton({ path: path('remove'), label: 'Remove', look: 'plain' })}
      </div>`
}

const replayForm = ({ endpoint, since, failure }: WebhookView): Html =>
  html`<form class="stack" method="post" action="${WEBHOOKS_PATH}/${endpoint.id}/replay">
        <h2>Send again</h2>
        ${textInput({ name: 'since', label: 'All events since', value: since, hint: 'A day such as 2026-11-01, or a time such as 2026-11-01T08:00:00Z.', errors: failure?.details ?? [] })}
        <button type="submit">Replay</button>
      </form>`

const facts = ({ endpoint, pending }: WebhookView): [string, string | number | Html][] => {
  const { url, description, events, addedBy, addedAt, lastSuccessAt, oldSecretUntil } = endpoint
  return [
    ['Address', html`<span class="address">${url}</span>`],
    ...(description === '' ? [] : [['Description', description] as [string, string]]),
    ...(events.length === 0 ? [] : [['Events', events.join(', ')] as [string, string]]),
    ['State', stateLine(endpoint)],
    ['Pending', pending],
    ['Last success (UTC)', lastSuccessAt === null ? 'never' : dateTime(lastSuccessAt)],
    ...(oldSecretUntil === null ? [] : [['Old secret signs until (UTC)', dateTime(oldSecretUntil)] as [string, Html]]),
    ['Added (UTC)', html`${dateTime(addedAt)} by ${addedBy}`],
  ]
}

/** A server that is told of events: how it fares, what it was sent, and what can be done about it. */
export const webhookPage = ({ houseName }: { houseName: string }, view: WebhookView): Html => {
  const { editor, endpoint, deliveries, created, failure } = view
  const { id, kind } = endpoint
  const title = kind === 'hub' ? 'Hub of the feeds' : `Webhook ${id}`
  return consolePage({
    title,
    houseName,
    editor,
    activePath: WEBHOOKS_PATH,
    body: html`<p><a href="${WEBHOOKS_PATH}">Webhooks</a></p>
      <h1>${title}</h1>
      ${formError(failure?.message ?? null)}
      ${secretNotice(created)}
      ${factList(facts(view))}
      ${buttons(endpoint)}
      ${kind === 'webhook' && replayForm(view)}
      <h2>Last deliveries</h2>
      ${
        deliveries.length === 0
          ? html`<p>Nothing was sent yet.</p>`
          : scrollableTable(
              'Deliveries',
              ['Event', 'About', 'Happened (UTC)', 'State', 'Attempts', 'Answer'],
              deliveries.map(deliveryRow),
            )
      }`,
  })
}

import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { GIVE_UP_AFTER_DAYS, type WebhookDelivery, type WebhookEndpoint, webhookEventTypes } from '#core/webhooks.ts'
import { html, type Html } from '#html.ts'
import { checkboxGroup, formError, scrollableTable, textInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime, factList, secretNotice, type ShownSecret } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

const WEBHOOKS_PATH = '/console/webhooks'

export type WebhooksView = {
  editor: Editor
  listed: readonly { endpoint: WebhookEndpoint; pending: number }[]
  /** Whether there is a key to encrypt secrets. */
  canSeal: boolean
  values: { url: string; description: string; events: readonly string[] }
  created: ShownSecret | null
  failure: Failure | null
}

const stateLine = ({ state, pausedBecause, restUntil, failures, lastError }: WebhookEndpoint): Html => {
  if (state === 'paused')
    return html`paused${pausedBecause !== null && html`<br /><span class="error">${pausedBecause}</span>`}`
  if (failures === 0) return html`active`
  return html`failing (${failures})${restUntil !== null && html`, next attempt ${dateTime(restUntil)}`}${
    lastError !== null && html`<br /><span class="error">${lastError}</span>`
  }`
}

const row = ({ endpoint, pending }: WebhooksView['listed'][number]): Html => {
  const { id, kind, url, description, lastSuccessAt, lastFailureAt } = endpoint
  return html`<tr>
      <td><a href="${WEBHOOKS_PATH}/${id}">${kind === 'hub' ? 'Hub' : id}</a></td>
      <td><span class="address">${url}</span>${description !== '' && html`<br /><span class="quiet" dir="auto">${description}</span>`}</td>
      <td>${stateLine(endpoint)}</td>
      <td>${pending}</td>
      <td>${lastSuccessAt === null ? 'never' : dateTime(lastSuccessAt)}</td>
      <td>${lastFailureAt === null ? 'never' : dateTime(lastFailureAt)}</td>
    </tr>`
}

const form = ({ values, failure }: WebhooksView): Html => {
  const errors = failure?.details ?? []
  return html`<form class="stack" method="post" action="${WEBHOOKS_PATH}">
        <h2>New webhook</h2>
        ${textInput({ name: 'url', label: 'Address', value: values.url, hint: 'Where events are sent, such as https://example.org/hooks/longview.', inputmode: 'url', errors })}
        ${textInput({ name: 'description', label: 'Description', value: values.description, hint: 'Optional.', errors })}
        ${checkboxGroup({ name: 'events', legend: 'Events', values: webhookEventTypes, chosen: values.events, errors })}
        <p class="hint">submission.decided reveals ids and states of papers that are not public, and alert.opened what the editors have to look at again. All other events contain only public information.</p>
        <button type="submit">Add webhook</button>
      </form>`
}

/** All webhooks, and the form for a new one. A secret is shown only when it is created. */
export const webhooksPage = (site: { site: LiveSite; canMail: boolean }, view: WebhooksView): Html => {
  const { editor, listed, created, failure, canSeal } = view
  return consolePage({
    title: 'Webhooks',
    site: site.site,
    editor,
    activePath: WEBHOOKS_PATH,
    body: html`<h1>Webhooks</h1>
      <p>Webhooks notify other servers of events. A webhook that accepts nothing for ${GIVE_UP_AFTER_DAYS} days is paused${
        site.canMail ? ', and the admins get an email' : '. Since SMTP_URL is not set, nobody gets an email about it'
      }.</p>
      ${formError(failure?.message ?? null)}
      ${secretNotice(created)}
      ${
        listed.length === 0
          ? html`<p>There are no webhooks yet.</p>`
          : scrollableTable(
              'Webhooks',
              ['Id', 'Address', 'State', 'Pending', 'Last success (UTC)', 'Last failure (UTC)'],
              listed.map(row),
            )
      }
      ${canSeal ? form(view) : html`<p>To add a webhook, set <code>SECRET_KEY</code>, which encrypts stored secrets.</p>`}`,
  })
}

export type WebhookView = {
  editor: Editor
  endpoint: WebhookEndpoint
  pending: number
  /** Newest first. */
  deliveries: readonly WebhookDelivery[]
  created: ShownSecret | null
  failure: Failure | null
  /** The input of the replay form. */
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
      <td>${state === 'delivered' ? 'delivered' : html`waiting until ${dateTime(dueAt)}`}</td>
      <td>${attempts}${attemptedAt !== null && html`, last ${dateTime(attemptedAt)}`}</td>
      <td>${exchange(delivery)}</td>
    </tr>`
}

const buttons = ({ id, kind, state }: WebhookEndpoint): Html => {
  const path = (action: string): string => `${WEBHOOKS_PATH}/${id}/${action}`
  const isWebhook = kind === 'webhook'
  return html`<div class="actions">
        ${state === 'active' && isWebhook && actionButton({ path: path('test'), label: 'Send a test', style: 'plain' })}
        ${state === 'active' && actionButton({ path: path('pause'), label: 'Pause', style: 'plain' })}
        ${state === 'paused' && actionButton({ path: path('resume'), label: 'Resume', style: 'plain' })}
        ${state === 'paused' && actionButton({ path: path('resume'), label: 'Resume and skip pending events', style: 'plain', fields: { skip: 'yes' } })}
        ${isWebhook && actionButton({ path: path('rotate'), label: 'New secret', style: 'plain' })}
        ${isWebhook && actionButton({ path: path('remove'), label: 'Remove', style: 'plain' })}
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

/** One webhook: its state, its last deliveries, and buttons to change it. */
export const webhookPage = ({ site }: { site: LiveSite }, view: WebhookView): Html => {
  const { editor, endpoint, deliveries, created, failure } = view
  const { id, kind } = endpoint
  const title = kind === 'hub' ? 'Hub of the feeds' : `Webhook ${id}`
  return consolePage({
    title,
    site,
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
          ? html`<p>Nothing has been sent yet.</p>`
          : scrollableTable(
              'Deliveries',
              ['Event', 'About', 'Occurred (UTC)', 'State', 'Attempts', 'Response'],
              deliveries.map(deliveryRow),
            )
      }`,
  })
}

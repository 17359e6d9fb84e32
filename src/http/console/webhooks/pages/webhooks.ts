import { GIVE_UP_AFTER_DAYS } from '#core/webhooks/retry-schedule.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import type { WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { webhookEventTypes } from '#core/webhooks/webhook-event.ts'
import { html, type Html } from '#html.ts'
import { checkboxGroup } from '#http/console/pages/checkbox-group.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { formError } from '#http/console/pages/field.ts'
import { scrollableTable, textInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { secretNotice, type ShownSecret } from '#http/console/pages/secret-notice.ts'

export const WEBHOOKS_PATH = '/console/webhooks'

export type WebhooksView = {
  editor: Editor
  listed: readonly { endpoint: WebhookEndpoint; pending: number }[]
  /** Whether secrets can be sealed here. */
  canSeal: boolean
  values: { url: string; description: string; events: readonly string[] }
  created: ShownSecret | null
  failure: Failure | null
}

export const stateLine = ({ state, pausedBecause, restUntil, failures, lastError }: WebhookEndpoint): Html => {
  if (state === 'paused')
    return html`paused${pausedBecause !== null && html`<br /><span class="error">${pausedBecause}</span>`}`
  if (failures === 0) return html`active`
  return html`failing (${failures})${restUntil !== null && html`, left alone until ${dateTime(restUntil)}`}${
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
        ${textInput({ name: 'description', label: 'Description', value: values.description, hint: 'May be empty.', errors })}
        ${checkboxGroup({ name: 'events', legend: 'Events', values: webhookEventTypes, chosen: values.events, errors })}
        <p class="hint">submission.decided reveals ids and states of papers that are not public. All other events contain only what anybody can read.</p>
        <button type="submit">Add webhook</button>
      </form>`
}

/** Every server that is told of events, and the form for a new one. A secret is shown only when it is made. */
export const webhooksPage = (site: { houseName: string; canMail: boolean }, view: WebhooksView): Html => {
  const { editor, listed, created, failure, canSeal } = view
  return consolePage({
    title: 'Webhooks',
    houseName: site.houseName,
    editor,
    activePath: WEBHOOKS_PATH,
    body: html`<h1>Webhooks</h1>
      <p>Webhooks tell other servers what happens here. One that accepts nothing for ${GIVE_UP_AFTER_DAYS} days is paused${
        site.canMail
          ? ', and admins get an email'
          : '; no mail is set up (SMTP_URL), so nobody gets an email about that'
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
      ${canSeal ? form(view) : html`<p>To add one, set <code>SECRET_KEY</code>: secrets are stored encrypted.</p>`}`,
  })
}

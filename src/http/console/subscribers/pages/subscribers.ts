import { subscriberStates, type ListedSubscriber, type SubscriberState } from '#core/mail/subscriber.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { successNotice, formError } from '#http/console/pages/field.ts'
import { stateFilter, textInput, scrollableTable } from '#http/console/pages/form.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { nextPageLink } from '#http/console/pages/next-page.ts'

const PATH = '/console/subscribers'

const stateLabels: Record<SubscriberState, string> = {
  pending: 'not confirmed yet',
  active: 'active',
  unsubscribed: 'unsubscribed',
}

export type SubscribersView = {
  editor: Editor
  state: SubscriberState | ''
  subscribers: readonly ListedSubscriber[]
  counts: Record<SubscriberState, number>
  next: string | null
  /** The address in the form for erasing. */
  emailInput: string
  failure: Failure | null
  done: string | null
}

const row = ({ email, name, state, since }: ListedSubscriber): Html =>
  html`<tr><td>${email}</td><td dir="auto">${name ?? ''}</td><td>${stateLabels[state]}</td><td>${dateTime(since)}</td></tr>`

/** Subscribers of the brief with their address, name and state. */
export const subscribersPage = ({ houseName }: { houseName: string }, view: SubscribersView): Html => {
  const { editor, state, subscribers, counts, next, emailInput, failure, done } = view
  const states = [
    { value: '', label: 'all', count: null },
    ...subscriberStates.map((value) => ({ value, label: stateLabels[value], count: counts[value] })),
  ]
  return consolePage({
    title: 'Subscribers',
    houseName,
    editor,
    activePath: PATH,
    body: html`<h1>Subscribers</h1>
      ${successNotice(done)}
      ${formError(failure?.message ?? null)}
      ${stateFilter(PATH, state, states)}
      <p><a href="${PATH}/export">Export the active ones as CSV</a></p>
      ${
        subscribers.length === 0
          ? html`<p>There is no such subscriber.</p>`
          : scrollableTable('Subscribers', ['Address', 'Name', 'State', 'Since (UTC)'], subscribers.map(row))
      }
      ${next !== null && nextPageLink(PATH, { state, after: next }, 'Next page')}
      <form class="stack grave" method="post" action="${PATH}/erase">
        <h2>Erase personal data</h2>
        <p>On request of its owner. This erases the subscription, the emails in any state and the contact messages of the address. API keys stay, but lose the address. The audit log records the erasure without the address.</p>
        ${textInput({ name: 'email', label: 'Address', value: emailInput, errors: failure?.details ?? [] })}
        <button type="submit">Erase</button>
      </form>`,
  })
}

import { pluralize } from '#core/numbers/pluralize.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import type { SuppressionReason } from '#core/mail/bounces/suppression.ts'
import { subscriberStates, type ListedSubscriber, type SubscriberState } from '#core/mail/subscriber.ts'
import type { DeliveryState } from '#core/mail/mailing.ts'
import type { FollowCounts } from '#ports/store/mail/following.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { successNotice, formError } from '#http/console/pages/field.ts'
import { stateFilter, textInput, scrollableTable } from '#http/console/pages/form.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { actionButton } from '#http/console/pages/action-button.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { nextPageLink } from '#http/console/pages/next-page.ts'

const PATH = '/console/subscribers'

const stateLabels: Record<SubscriberState, string> = {
  pending: 'not confirmed yet',
  active: 'active',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
}

/** How much is followed, and what became of the digests of the last 30 days. */
type DigestView = FollowCounts & Record<DeliveryState, number> & { isPaused: boolean }

export type SubscribersView = {
  editor: Editor
  state: SubscriberState | ''
  subscribers: readonly ListedSubscriber[]
  counts: Record<SubscriberState, number>
  /** How many addresses are suppressed, those that were erased among them. */
  suppressed: Record<SuppressionReason, number>
  /** How many searches those on this page follow, by their ids. */
  follows: ReadonlyMap<string, number>
  digests: DigestView
  next: string | null
  /** The form that was sent, and the address in it. */
  form: 'erase' | 'lift' | null
  emailInput: string
  failure: Failure | null
  done: string | null
}

const row =
  (follows: SubscribersView['follows']) =>
  ({ id, email, name, state, wantsBrief, since }: ListedSubscriber): Html =>
    html`<tr><td>${email}</td><td dir="auto">${name ?? ''}</td><td>${stateLabels[state]}</td><td>${dateTime(since)}</td><td>${wantsBrief ? 'yes' : 'no'}</td><td class="number">${follows.get(id) ?? 0}</td><td>${
      (state === 'bounced' || state === 'complained') &&
      actionButton({ path: `${PATH}/lift`, label: 'Lift', fields: { email } })
    }</td></tr>`

/** Each form keeps what was typed into it, and shows its own errors. */
const addressField = ({ form, emailInput, failure }: SubscribersView, name: 'erase' | 'lift'): Html =>
  textInput({
    name: 'email',
    id: `${name}-email`,
    label: 'Address',
    value: form === name ? emailInput : '',
    errors: form === name ? (failure?.details ?? []) : [],
  })

const suppressions = (view: SubscribersView): Html => {
  const { bounce, complaint } = view.suppressed
  return html`<form class="stack" method="post" action="${PATH}/lift">
        <h2>Suppressed addresses</h2>
        <p>${bounce} because emails came back, ${complaint} after a complaint, those that were erased since among them. They get nothing. Who confirms anew after a bounce is a subscriber again; after a complaint only once you lift it. Lifting subscribes nobody: the owner asks again and confirms.</p>
        ${addressField(view, 'lift')}
        <button type="submit">Lift</button>
      </form>`
}

const digestSection = (
  { followers, searches, follows, waiting, sent, failed, isPaused }: DigestView,
  canMail: boolean,
): Html =>
  html`<h2>Followed searches</h2>
      <p>${pluralize(followers, 'address follows', 'addresses follow')} ${pluralize(searches, 'search', 'different searches')} (${follows} in all). Digests of the last ${RETENTION_DAYS.sentEmail} days: ${sent} sent, ${waiting} waiting, ${failed} given up.</p>
      ${!canMail && html`<p class="quiet">No digest leaves: <code>SMTP_URL</code> is not set.</p>`}
      ${
        isPaused &&
        html`<p class="notice">Digests have been paused since the corpus was restored: what they list may have been sent after the backup.</p>
        ${actionButton({ path: `${PATH}/digests/resume`, label: 'Resume digests', look: 'plain' })}`
      }`

/** Subscribers of the brief with their address, name and state. */
export const subscribersPage = (
  { houseName, canMail }: { houseName: string; canMail: boolean },
  view: SubscribersView,
): Html => {
  const { editor, state, subscribers, counts, follows, digests, next, failure, done } = view
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
      <p><a href="${PATH}/export">Export the active ones that get the brief as CSV</a></p>
      ${
        subscribers.length === 0
          ? html`<p>There is no such subscriber.</p>`
          : scrollableTable(
              'Subscribers',
              ['Address', 'Name', 'State', 'Since (UTC)', 'Brief', 'Follows', ''],
              subscribers.map(row(follows)),
            )
      }
      ${next !== null && nextPageLink(PATH, { state, after: next }, 'Next page')}
      ${digestSection(digests, canMail)}
      ${suppressions(view)}
      <form class="stack grave" method="post" action="${PATH}/erase">
        <h2>Erase personal data</h2>
        <p>On request of its owner. This erases the subscription, the followed searches, the emails in any state and the contact messages of the address. API keys stay, but lose the address. The audit log records the erasure without the address.</p>
        ${addressField(view, 'erase')}
        <button type="submit">Erase</button>
      </form>`,
  })
}

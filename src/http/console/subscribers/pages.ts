import type { Editor } from '#core/access/editor.ts'
import type { SavedView } from '#core/access/saved-view.ts'
import type { Failure } from '#core/failure.ts'
import type { DeliveryState } from '#core/mail/mailing.ts'
import { type ListedSubscriber, type SubscriberState, subscriberStates } from '#core/mail/subscriber.ts'
import type { SuppressionReason } from '#core/mail/suppression.ts'
import { pluralize } from '#core/numbers.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import { html, type Html } from '#html.ts'
import { formError, stateFilter, successNotice, textInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { type ListColumn, listHead, listSection, type ListView } from '#http/console/pages/list.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import type { FollowCounts } from '#ports/store/following.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/subscribers'

const stateLabels: Record<SubscriberState, string> = {
  pending: 'not confirmed yet',
  active: 'active',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
}

/** How many searches are followed, and the digests of the last 30 days by state. */
type DigestView = FollowCounts & Record<DeliveryState, number> & { isPaused: boolean }

export type SubscribersView = {
  editor: Editor
  state: SubscriberState | ''
  subscribers: readonly ListedSubscriber[]
  counts: Record<SubscriberState, number>
  /** How many addresses are suppressed, including erased ones. */
  suppressed: Record<SuppressionReason, number>
  /** How many searches each subscriber on this page follows, by id. */
  follows: ReadonlyMap<string, number>
  digests: DigestView
  columns: readonly string[]
  views: readonly SavedView[]
  isFirst: boolean
  next: string | null
  /** The form that was submitted, and the address in it. */
  form: 'erase' | 'lift' | null
  emailInput: string
  failure: Failure | null
  done: string | null
}

const columnsOf = ({ follows }: SubscribersView): ListColumn<ListedSubscriber>[] => [
  { name: 'address', label: 'Address', shown: 'always', cell: ({ email }) => email },
  { name: 'name', label: 'Name', cell: ({ name }) => html`<span dir="auto">${name}</span>` },
  { name: 'state', label: 'State', cell: ({ state }) => stateLabels[state] },
  { name: 'since', label: 'Since (UTC)', cell: ({ since }) => dateTime(since) },
  { name: 'brief', label: 'Brief', cell: ({ wantsBrief }) => (wantsBrief ? 'yes' : 'no') },
  { name: 'follows', label: 'Follows', cell: ({ id }) => follows.get(id) ?? 0 },
  {
    name: 'lift',
    label: 'Suppression',
    shown: 'always',
    cell: ({ state, email }) =>
      (state === 'bounced' || state === 'complained') &&
      actionButton({ path: `${PATH}/lift`, label: 'Lift', fields: { email } }),
  },
]

/** Without a search: no index finds a part of an address. */
const toList = (view: SubscribersView): ListView<ListedSubscriber> => {
  const { state, subscribers, counts, next, isFirst } = view
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    name: 'subscribers',
    views: view.views,
    address: { state, columns: view.columns },
    label: 'Subscribers',
    words: ['subscriber', 'subscribers'],
    columns: columnsOf(view),
    rows: subscribers,
    filters: [],
    orders: [],
    isFirst,
    next: next === null ? null : ['after', next],
    total: { count: state === '' ? all : counts[state], isExact: true },
    empty: 'No subscribers found.',
  }
}

/** Each form keeps its own input and shows its own errors. */
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
        <p>${bounce} because emails bounced, ${complaint} after a complaint, including addresses that were erased since. They get no emails. After a bounce, somebody who confirms again becomes a subscriber again; after a complaint, only once you lift the suppression. Lifting does not subscribe anybody: the owner must subscribe and confirm again.</p>
        ${addressField(view, 'lift')}
        <button type="submit">Lift</button>
      </form>`
}

const digestSection = (
  { followers, searches, follows, waiting, sent, failed, isPaused }: DigestView,
  canMail: boolean,
): Html =>
  html`<h2>Followed searches</h2>
      <p>${pluralize(followers, 'address follows', 'addresses follow')} ${pluralize(searches, 'search', 'different searches')} (${follows} in all). Digests of the last ${RETENTION_DAYS.sentEmail} days: ${sent} sent, ${waiting} waiting, ${failed} failed.</p>
      ${!canMail && html`<p class="quiet">No digests are sent: <code>SMTP_URL</code> is not set.</p>`}
      ${
        isPaused &&
        html`<p class="notice">Digests have been paused since the corpus was restored from a backup: they might list papers that were already sent.</p>
        ${actionButton({ path: `${PATH}/digests/resume`, label: 'Resume digests', style: 'plain' })}`
      }`

export const subscribersPage = (
  { site, canMail }: { site: LiveSite; canMail: boolean },
  view: SubscribersView,
): Html => {
  const { editor, state, counts, digests, failure, done } = view
  const states = [
    { value: '', label: 'all', count: null },
    ...subscriberStates.map((value) => ({ value, label: stateLabels[value], count: counts[value] })),
  ]
  return consolePage({
    title: 'Subscribers',
    site,
    editor,
    activePath: PATH,
    head: listHead(),
    body: html`<h1>Subscribers</h1>
      ${successNotice(done)}
      ${formError(failure?.message ?? null)}
      ${stateFilter(PATH, state, states)}
      <p><a href="${PATH}/export">Export active subscribers of the brief (CSV) …</a></p>
      ${listSection(toList(view))}
      ${digestSection(digests, canMail)}
      ${suppressions(view)}
      <form class="stack grave" method="post" action="${PATH}/erase">
        <h2>Erase personal data</h2>
        <p>At the request of its owner. This erases the subscription, the followed searches, all emails and the contact messages of the address. API keys stay, but lose the address. The audit log records the erasure without the address.</p>
        ${addressField(view, 'erase')}
        <button type="submit">Erase</button>
      </form>`,
  })
}

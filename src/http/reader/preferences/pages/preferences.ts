import { allPapersAddress } from '#actions/following/change-preferences.ts'
import { html, type Html } from '#html.ts'
import { layout, messagePage } from '#http/pages/layout.ts'
import { emailField, formMarkup, type Field, type FormState } from '#http/reader/correspondence/pages/form.ts'
import { requestHours } from '#core/mail/requests/subscriber-request.ts'
import type { Subscription } from '#queries/following/get-subscription.ts'

type Choice = { value: string; label: string }

const often: readonly Choice[] = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly, on Mondays' },
]

/** A choice of which one holds now. */
const choice = (given: { id: string; label: string; chosen: string; choices: readonly Choice[] }): Html =>
  html`<div class="field"><label for="${given.id}" dir="auto">${given.label}</label>
<select id="${given.id}" name="${given.id}">${given.choices.map(
    ({ value, label }) => html`<option value="${value}"${value === given.chosen && html` selected`}>${label}</option>`,
  )}</select></div>
`

const addressField: readonly Field[] = [
  emailField('Your email address', 'The link goes to this address and nowhere else.'),
]

/** The form by which the owner of an address asks for the link to all that is stored about it. */
const linkSection = (filled: FormState): Html => html`<h2>Your data</h2>
<p>To see what we store about you, to change your address or to delete everything, ask for a link. It is mailed to your address and works for ${requestHours.manage === 1 ? 'an hour' : `${requestHours.manage} hours`}.</p>
${formMarkup({ action: '/subscription/link', fields: addressField, button: 'Mail me the link' }, filled)}`

const choices = ({ wantsBrief, follows }: Subscription, action: string): Html => {
  const allPapers = follows.find(({ address }) => address === allPapersAddress)
  const searches = follows.filter((follow) => follow !== allPapers)
  return html`<form method="post" action="${action}">
<h2>Emails</h2>
${choice({
  id: 'brief',
  label: 'Weekly brief',
  chosen: wantsBrief ? 'yes' : 'no',
  choices: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
})}${choice({ id: 'papers', label: 'All new papers', chosen: allPapers?.frequency ?? 'never', choices: [...often, { value: 'never', label: 'Never' }] })}
${
  searches.length > 0 &&
  html`<h2>Searches that you follow</h2>
${searches.map(
  ({
    search,
    name,
    address,
    frequency,
  }) => html`${choice({ id: `search-${search}`, label: name, chosen: frequency, choices: [...often, { value: 'stop', label: 'Stop' }] })}<p><a href="${address}">See what there is now</a></p>
`,
)}`
}<p><button type="submit">Save</button></p>
</form>`
}

const said = {
  changed: 'Saved.',
  asked: 'Saved. What is to begin has to be confirmed first: a link is on its way to your address.',
} as const

export type PreferencesView = {
  houseName: string
  subscription: Subscription
  /** Where the form is sent. */
  action: string
  done: keyof typeof said | null
  filled: FormState
}

/** What comes to a subscriber and how often. It does not show the address: emails get forwarded. */
export const preferencesPage = ({ houseName, subscription, action, done, filled }: PreferencesView): Html =>
  layout({
    title: 'Your subscription',
    houseName,
    body: html`<h1>Your subscription</h1>
${done !== null && html`<p class="notice good" role="status">${said[done]}</p>`}
${subscription.isActive ? choices(subscription, action) : html`<p class="lead">You get no emails from us. You can <a href="/subscribe">subscribe to the weekly brief</a>, or follow any search from its page.</p>`}
${linkSection(filled)}`,
  })

export const subscriptionLinkPage = (houseName: string, filled: FormState): Html =>
  layout({
    title: filled.failure === null ? 'Your subscription' : 'Not sent yet: Your subscription',
    houseName,
    body: html`<h1>Your subscription</h1>
<p class="lead">Every email from us has a link to choose what you get and how often.</p>
${linkSection(filled)}`,
  })

/** The same whatever the address: nobody learns what is stored. */
export const linkSentPage = (houseName: string): Html =>
  messagePage(
    { houseName },
    'Check your inbox',
    'If we store anything about this address, an email with a link is on its way.',
  )

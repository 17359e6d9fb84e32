import { partName } from '#core/papers/library-words.ts'
import { pluralize } from '#core/numbers.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import { html, type Html } from '#html.ts'
import { layout, messagePage } from '#http/pages/layout.ts'
import {
  emailField,
  mailIsOff,
  formMarkup,
  type Field,
  type FormState,
  confirmationPage,
} from '#http/reader/correspondence/pages.ts'
import type { readOwnData, Subscription } from '#queries/following.ts'
import { allPapersAddress } from '#actions/follows.ts'
import { requestHours } from '#core/mail/subscriber.ts'
import type { LiveSite } from '#ports/site.ts'

type OwnData = Awaited<ReturnType<typeof readOwnData>>

const newAddressFields: readonly Field[] = [
  emailField('Your new email address', 'We mail a link there. Your emails go there once you open it and confirm.'),
]

type OwnDataView = { site: LiveSite; data: OwnData; action: string; jsonAddress: string; filled: FormState }

/** The data stored about an address, with forms to move it to another address or delete it. */
export const ownDataPage = ({ site, data, action, jsonAddress, filled }: OwnDataView): Html => {
  const { subscription, followed, digests, messages, apiKeys } = data
  return layout({
    title: 'What we store about you',
    site,
    body: html`<h1>What we store about you</h1>
<ul class="prose">
<li>${subscription === null ? 'No subscription' : html`A subscription of <bdi>${subscription.email}</bdi> (${subscription.state}${subscription.weeklyBrief && ', with the weekly brief'})`}</li>
<li>${pluralize(followed.length, 'followed search', 'followed searches')}</li>
<li>${pluralize(digests.length, 'digest', 'digests')} from the last ${RETENTION_DAYS.sentEmail} days</li>
<li>${pluralize(messages.length, 'contact message', 'contact messages')}</li>
<li>${pluralize(apiKeys.length, 'API key', 'API keys')} with this address</li>
</ul>
<p><a class="button plain" href="${jsonAddress}">All of it as JSON</a></p>
<h2>Another address</h2>
${formMarkup({ action, fields: newAddressFields, button: 'Change the address', hidden: { action: 'move' } }, filled)}
<h2>Delete everything</h2>
<p>This deletes the subscription, what you follow, your contact messages and emails not yet sent. API keys stay, but lose the address. This cannot be undone.</p>
<form method="post" action="${action}"><input type="hidden" name="action" value="delete" /><button type="submit">Delete everything</button></form>`,
  })
}

export const deletedPage = (site: LiveSite): Html =>
  messagePage({ site }, 'Everything is deleted', 'We no longer store anything about this address.')

export const moveSentPage = (site: LiveSite): Html =>
  messagePage({ site }, 'Check your new inbox', 'An email with a confirmation link is on its way to the new address.')

export const confirmMovePage = (site: LiveSite, action: string): Html =>
  confirmationPage(site, {
    title: 'Confirm your new address',
    sentence: `Confirm to get the emails of ${site.current().name} at this address from now on.`,
    button: 'Confirm',
    action,
  })

export const movedPage = (site: LiveSite): Html =>
  messagePage({ site }, 'Your address is changed', 'Your emails will come to this address from now on.')

type Choice = { value: string; label: string }

const frequencyChoices: readonly Choice[] = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly, on Mondays' },
]

const choice = (given: { id: string; label: string; chosen: string; choices: readonly Choice[] }): Html =>
  html`<div class="field"><label for="${given.id}" dir="auto">${given.label}</label>
<select id="${given.id}" name="${given.id}">${given.choices.map(
    ({ value, label }) => html`<option value="${value}"${value === given.chosen && html` selected`}>${label}</option>`,
  )}</select></div>
`

const linkFields: readonly Field[] = [
  emailField('Your email address', 'The link goes to this address and nowhere else.'),
]

/** The form by which the owner of an address requests a link to the data stored about it. */
const linkSection = (site: LiveSite, filled: FormState): Html => html`<h2>Your data</h2>
${
  site.canMail
    ? html`<p>To see what we store about you, to change your address or to delete everything, ask for a link. It is mailed to your address and works for ${requestHours.manage === 1 ? 'an hour' : `${requestHours.manage} hours`}.</p>
${formMarkup({ action: '/subscription/link', fields: linkFields, button: 'Mail me the link' }, filled)}`
    : mailIsOff(
        html`<a href="/contact">Write to us</a> to see what we store about you, to change your address or to delete everything.`,
      )
}`

const choices = (site: LiveSite, { wantsBrief, follows }: Subscription, action: string): Html => {
  const allPapers = follows.find(({ address }) => address === allPapersAddress)
  const searches = follows.filter((follow) => follow !== allPapers)
  return html`<form method="post" action="${action}">
<h2>Emails</h2>
${choice({
  id: 'brief',
  label: `Weekly ${partName('briefs', site.current()).one}`,
  chosen: wantsBrief ? 'yes' : 'no',
  choices: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
})}${choice({ id: 'papers', label: 'All new papers', chosen: allPapers?.frequency ?? 'never', choices: [...frequencyChoices, { value: 'never', label: 'Never' }] })}
${
  searches.length > 0 &&
  html`<h2>Searches that you follow</h2>
${searches.map(
  ({
    search,
    name,
    address,
    frequency,
  }) => html`${choice({ id: `search-${search}`, label: name, chosen: frequency, choices: [...frequencyChoices, { value: 'stop', label: 'Stop' }] })}<p><a href="${address}">See what there is now</a></p>
`,
)}`
}<p><button type="submit">Save</button></p>
</form>`
}

const doneSentences = {
  changed: 'Saved.',
  asked: 'Saved. New emails must be confirmed first: a link is on its way to your address.',
} as const

export type PreferencesView = {
  site: LiveSite
  subscription: Subscription
  action: string
  done: keyof typeof doneSentences | null
  filled: FormState
}

/** Which emails a subscriber gets and how often. It does not show the address, since emails get forwarded. */
export const preferencesPage = ({ site, subscription, action, done, filled }: PreferencesView): Html =>
  layout({
    title: 'Your subscription',
    site,
    body: html`<h1>Your subscription</h1>
${done !== null && html`<p class="notice good" role="status">${doneSentences[done]}</p>`}
${subscription.isActive ? choices(site, subscription, action) : html`<p class="lead">You get no emails from us.${site.canMail && html` You can <a href="/subscribe">subscribe to the weekly ${partName('briefs', site.current()).one}</a>, or follow any search from its page.`}</p>`}
${linkSection(site, filled)}`,
  })

export const subscriptionLinkPage = (site: LiveSite, filled: FormState): Html =>
  layout({
    title: filled.failure === null ? 'Your subscription' : 'Not sent yet: Your subscription',
    site,
    body: html`<h1>Your subscription</h1>
${site.canMail && html`<p class="lead">Every email from us has a link to choose what you get and how often.</p>`}
${linkSection(site, filled)}`,
  })

/** The same for every address, so that nobody learns what is stored. */
export const linkSentPage = (site: LiveSite): Html =>
  messagePage(
    { site },
    'Check your inbox',
    'If we store anything about this address, an email with a link is on its way.',
  )

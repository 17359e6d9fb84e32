import { pluralize } from '#core/numbers/pluralize.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import { html, type Html } from '#html.ts'
import { layout, messagePage } from '#http/pages/layout.ts'
import { emailField, formMarkup, type Field, type FormState } from '#http/reader/correspondence/pages/form.ts'
import { confirmationPage } from '#http/reader/correspondence/pages/subscription.ts'
import type { readOwnData } from '#queries/following/read-own-data.ts'

type OwnData = Awaited<ReturnType<typeof readOwnData>>

const addressField: readonly Field[] = [
  emailField('Your new email address', 'We mail a link there. Your emails go there once you open it and confirm.'),
]

type OwnDataView = { houseName: string; data: OwnData; action: string; jsonAddress: string; filled: FormState }

/** What is stored about an address, and how it is moved or deleted. */
export const ownDataPage = ({ houseName, data, action, jsonAddress, filled }: OwnDataView): Html => {
  const { subscription, followed, digests, messages, apiKeys } = data
  return layout({
    title: 'What we store about you',
    houseName,
    body: html`<h1>What we store about you</h1>
<ul class="prose">
<li>${subscription === null ? 'No subscription' : html`A subscription of <bdi>${subscription.email}</bdi> (${subscription.state}${subscription.weeklyBrief && ', with the weekly brief'})`}</li>
<li>${pluralize(followed.length, 'followed search', 'followed searches')}</li>
<li>${pluralize(digests.length, 'digest', 'digests')} of the last ${RETENTION_DAYS.sentEmail} days</li>
<li>${pluralize(messages.length, 'contact message', 'contact messages')}</li>
<li>${pluralize(apiKeys.length, 'API key', 'API keys')} with this address</li>
</ul>
<p><a class="button plain" href="${jsonAddress}">All of it as JSON</a></p>
<h2>Another address</h2>
${formMarkup({ action, fields: addressField, button: 'Change the address', hidden: { action: 'move' } }, filled)}
<h2>Delete everything</h2>
<p>This deletes the subscription, what you follow, your contact messages and the emails on their way. API keys stay, but lose the address. It cannot be undone.</p>
<form method="post" action="${action}"><input type="hidden" name="action" value="delete" /><button type="submit">Delete everything</button></form>`,
  })
}

export const deletedPage = (houseName: string): Html =>
  messagePage({ houseName }, 'Everything is deleted', 'We store nothing about this address any more.')

export const moveSentPage = (houseName: string): Html =>
  messagePage(
    { houseName },
    'Check your new inbox',
    'An email with a link to confirm is on its way to the new address.',
  )

export const confirmMovePage = (houseName: string, action: string): Html =>
  confirmationPage(houseName, {
    title: 'Confirm your new address',
    sentence: `Confirm to get the emails of ${houseName} at this address from now on.`,
    button: 'Confirm',
    action,
  })

export const movedPage = (houseName: string): Html =>
  messagePage({ houseName }, 'Your address is changed', 'Your emails come to this address from now on.')

import { CONFIRM_WITHIN_HOURS } from '#core/mail/subscription.ts'
import { html, type Html } from '#html.ts'
import { layout, messagePage } from '#http/pages/layout.ts'
import { formMarkup, type Field, type FormState } from './form.ts'

const fields: readonly Field[] = [
  {
    name: 'email',
    label: 'Your e-mail address',
    kind: 'email',
    isRequired: true,
    maxLength: 254,
    autocomplete: 'email',
    hint: 'A letter asks you to confirm it; without that nothing is sent.',
  },
  { name: 'name', label: 'Your name', kind: 'text', isRequired: false, maxLength: 200, autocomplete: 'name' },
]

export const subscribePage = (houseName: string, filled: FormState): Html =>
  layout({
    title: filled.failure === null ? 'Weekly brief by mail' : 'Not sent yet: Weekly brief by mail',
    houseName,
    description: `The weekly brief of ${houseName} by mail.`,
    body: html`<h1>Weekly brief by mail</h1>
<p class="lead">One letter a week: what came in, what it means, which papers to read. Every letter has a link that ends it.</p>
${formMarkup({ action: '/subscribe', fields, button: 'Subscribe' }, filled)}
<p class="quiet">All past briefs are <a href="/briefs">here</a> to read.</p>`,
  })

/** The same whether the address was new, known or confirmed: nobody learns who reads the brief. */
export const subscribeSentPage = (houseName: string): Html =>
  layout({
    title: 'Please look into your mail',
    houseName,
    body: html`<h1>Please look into your mail</h1>
<p class="lead">If this address can be subscribed, a letter with a link to confirm is on its way. The link is good for ${CONFIRM_WITHIN_HOURS} hours.</p>
<p><a href="/">Back to the library</a></p>`,
  })

/** A question that a button answers: opening the page changes nothing, so mail scanners cannot act for the reader. */
const confirmation = (
  houseName: string,
  text: { title: string; sentence: string; button: string; action: string },
): Html =>
  layout({
    title: text.title,
    houseName,
    body: html`<h1>${text.title}</h1>
<p class="lead">${text.sentence}</p>
<form method="post" action="${text.action}"><button type="submit">${text.button}</button></form>`,
  })

export const confirmPage = (houseName: string, action: string): Html =>
  confirmation(houseName, {
    title: 'Confirm your subscription',
    sentence: `One click, and the weekly brief of ${houseName} comes to your mailbox.`,
    button: 'Confirm',
    action,
  })

export const confirmedPage = (houseName: string): Html =>
  messagePage({ houseName }, 'You are subscribed', 'The next weekly brief will come to your mailbox.')

export const unsubscribePage = (houseName: string, action: string): Html =>
  confirmation(houseName, {
    title: 'Unsubscribe',
    sentence: `One click, and no further brief of ${houseName} is sent to you.`,
    button: 'Unsubscribe',
    action,
  })

export const unsubscribedPage = (houseName: string): Html =>
  messagePage({ houseName }, 'You are unsubscribed', 'No further brief will be sent to you.')

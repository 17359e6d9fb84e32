import { CONFIRM_WITHIN_HOURS } from '#core/mail/subscription.ts'
import { html, type Html } from '#html.ts'
import { layout, messagePage } from '#http/pages/layout.ts'
import { emailField, formMarkup, type Field, type FormState } from './form.ts'

const fields: readonly Field[] = [
  emailField('Your email address', 'We send you one email to confirm it, and nothing more until you do.'),
  { name: 'name', label: 'Your name', kind: 'text', isRequired: false, maxLength: 200, autocomplete: 'name' },
]

type Site = { houseName: string; canMail: boolean }

/** What is asked for without a mail server waits until there is one. */
const mailIsOff = (canMail: boolean): Html | false =>
  !canMail &&
  html`<p class="notice">This library sends no emails at present. The email to confirm comes once it does.</p>`

export const subscribePage = ({ houseName, canMail }: Site, filled: FormState): Html =>
  layout({
    title: filled.failure === null ? 'Weekly brief by email' : 'Not sent yet: Weekly brief by email',
    houseName,
    description: `The weekly brief of ${houseName} by email.`,
    body: html`<h1>Weekly brief by email</h1>
<p class="lead">One email a week: which papers came in, what they mean and which to read. Every email has a link to unsubscribe.</p>
${mailIsOff(canMail)}
${formMarkup({ action: '/subscribe', fields, button: 'Subscribe' }, filled)}
<p class="quiet">You can read <a href="/briefs">all past briefs</a> here.</p>`,
  })

/** The same whether the address was new, known or confirmed: nobody learns who reads the brief. */
export const subscribeSentPage = ({ houseName, canMail }: Site): Html => {
  const title = canMail ? 'Check your inbox' : 'Thank you'
  const coming = canMail ? 'is on its way' : 'will come once this library sends emails again'
  return layout({
    title,
    houseName,
    body: html`<h1>${title}</h1>
<p class="lead">If this address can be subscribed, an email with a link to confirm ${coming}. The link works for ${CONFIRM_WITHIN_HOURS} hours from then.</p>
<p><a href="/">Back to the library</a></p>`,
  })
}

/** A question that a button answers: opening the page changes nothing, so mail scanners cannot act for the reader. */
export const confirmationPage = (
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
  confirmationPage(houseName, {
    title: 'Confirm your subscription',
    sentence: `Confirm to get the weekly brief of ${houseName} by email.`,
    button: 'Confirm',
    action,
  })

export const confirmedPage = (houseName: string): Html =>
  messagePage({ houseName }, 'You are subscribed', 'The next weekly brief will come to your inbox.')

export const unsubscribePage = (houseName: string, action: string): Html =>
  confirmationPage(houseName, {
    title: 'Unsubscribe',
    sentence: `You will get no further emails of ${houseName}: neither briefs nor digests of what you follow.`,
    button: 'Unsubscribe',
    action,
  })

export const unsubscribedPage = (houseName: string): Html =>
  messagePage({ houseName }, 'You are unsubscribed', 'You will get no further emails.')

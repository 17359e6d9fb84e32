import { html, type Html } from '#html.ts'
import { layout } from '#http/pages/layout.ts'
import { emailField, formMarkup, type Field, type FormState } from './form.ts'

const fields: readonly Field[] = [
  { name: 'name', label: 'Your name', kind: 'text', isRequired: true, maxLength: 200, autocomplete: 'name' },
  emailField('Your email address', 'Only used to answer you.'),
  {
    name: 'organisation',
    label: 'Organisation',
    kind: 'text',
    isRequired: false,
    maxLength: 200,
    autocomplete: 'organization',
  },
  { name: 'subject', label: 'Subject', kind: 'text', isRequired: false, maxLength: 200 },
  { name: 'message', label: 'Message', kind: 'block', isRequired: true, maxLength: 10_000 },
]

export const contactPage = (houseName: string, filled: FormState): Html =>
  layout({
    title: filled.failure === null ? 'Contact' : 'Not sent yet: Contact',
    houseName,
    description: `Write to the research team of ${houseName}.`,
    body: html`<h1>Contact</h1>
<p class="lead">Ask the research team a question, report a mistake or tell us about a paper.</p>
${formMarkup({ action: '/contact', fields, button: 'Send' }, filled)}`,
  })

export const contactSentPage = (houseName: string): Html =>
  layout({
    title: 'Message sent',
    houseName,
    body: html`<h1>Thank you</h1>
<p class="lead">Your message is on its way to the research team. If you asked a question, the answer comes by email.</p>
<p><a href="/">Back to the library</a></p>`,
  })

import type { MailingChange } from '#actions/mailings.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Brief } from '#core/editorial/brief.ts'
import { weekLabel } from '#core/editorial/week.ts'
import type { Failure, ValidationError } from '#core/failure.ts'
import { emailFaults } from '#core/mail/email.ts'
import { type MailingProgress, type MailingState, recipientCount, secondsLeft, UTC_ZONE } from '#core/mail/mailing.ts'
import { pluralize } from '#core/numbers.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { formError, hiddenInput, successNotice } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import { assetUrl } from '#http/pages/layout.ts'
import type { EmailContent } from '#ports/email-composer.ts'
import type { LiveSite } from '#ports/site.ts'

export const sendChoices = ['none', 'now', 'at'] as const

/** Whether a brief goes out by email, and, if `email` is `at`, the local time and the zone that it is in. */
export type SendValues = { email: (typeof sendChoices)[number]; at: string; zone: string }

export const nothingToSend: SendValues = { email: 'none', at: '', zone: UTC_ZONE }

type SendChoiceView = {
  choices?: readonly SendValues['email'][]
  values: SendValues
  /** How many would get it now. */
  subscribers: number
  errors: readonly ValidationError[]
}

/** Names the zone of the browser beside fields of times, and sends it along. */
export const sendTimeScript = (): Html => html`<script type="module" src="${assetUrl('console-times.js')}"></script>`

/** A time in UTC. With scripts, it is in the zone of the browser, whose offset goes into the hidden field. */
const timeInput = ({ at, zone }: SendValues, errors: readonly ValidationError[]): Html => {
  const wrong = errors.find(({ path }) => path === 'at')
  return html`<div class="field" data-time>
      <label for="at">Time</label>
      <input id="at" name="at" type="datetime-local" value="${at}" aria-describedby="at-zone${wrong !== undefined && ' at-error'}"${wrong !== undefined && html` aria-invalid="true"`} />
      ${hiddenInput('zone', zone)}
      <p class="hint" id="at-zone">In UTC.</p>
      ${wrong !== undefined && html`<p class="error" id="at-error">Time: ${wrong.message}.</p>`}
    </div>`
}

/** Whether and when a brief goes out by email. */
export const sendChoice = ({ choices = sendChoices, values, subscribers, errors }: SendChoiceView): Html => {
  const recipients = pluralize(subscribers, 'subscriber', 'subscribers')
  const labels: Record<SendValues['email'], string> = {
    none: 'not by email',
    now: `by email now, to ${recipients}`,
    at: 'by email at the time below, to all who are subscribed then',
  }
  return html`<fieldset><legend>Send it to the subscribers</legend>
      ${choices.map(
        (choice) =>
          html`<p><label><input type="radio" name="email" value="${choice}"${choice === values.email && html` checked`} /> ${labels[choice]}</label></p>`,
      )}
      ${errors.filter(({ path }) => path === 'email').map(({ message }) => html`<p class="error">By email ${message}.</p>`)}
      ${timeInput(values, errors)}
    </fieldset>`
}

/** Shown instead of the choice. */
export const mailOffNotice = (): Html =>
  html`<p class="quiet">It cannot be sent by email: <code>SMTP_URL</code> is not set.</p>`

type EmailPreviewView = {
  editor: Editor
  brief: Brief
  email: EmailContent
  isSent: boolean
  failure: Failure | null
}

const faultList = (email: EmailContent): Html => {
  const faults = emailFaults(email)
  return html`${
    faults.length === 0
      ? html`<p>No known problems with mail providers were found.</p>`
      : html`<p>Possible problems with mail providers or readers:</p><ul class="error">${faults.map((fault) => html`<li>${fault}</li>`)}</ul>`
  }
      <p class="quiet"><code>longview mail check</code> checks the DNS records of the sender: SPF, DKIM and DMARC.</p>`
}

const frames = (['light', 'dark'] as const).flatMap((theme) =>
  (['wide', 'narrow'] as const).map((width) => ({ name: `${width}, ${theme}`, width, theme })),
)

const testForm = ({ editor, brief }: EmailPreviewView, canMail: boolean): Html => {
  if (!canMail) return mailOffNotice()
  return editor.email === null
    ? html`<p class="quiet">You cannot get a test email: your account has no email address.</p>`
    : actionButton({
        path: `/console/briefs/${brief.id}/email/preview`,
        label: `Send a test to ${editor.email}`,
        style: 'plain',
      })
}

/** An email as subscribers would get it: as mail programs show it, as plain text, and with its likely problems. */
export const emailPreviewPage = (
  { site, canMail }: { site: LiveSite; canMail: boolean },
  view: EmailPreviewView,
): Html => {
  const { editor, brief, email, isSent, failure } = view
  const source = `/console/briefs/${brief.id}/email/preview/page`
  const faults = failure?.details.map(({ message }) => `A test ${message}.`).join(' ') ?? null
  return consolePage({
    title: `Email of ${weekLabel(brief.week)}, preview`,
    site,
    editor,
    activePath: '/console/briefs',
    head: html`<link rel="stylesheet" href="${assetUrl('console-email.css')}" />`,
    body: html`<h1>Email of ${weekLabel(brief.week)}, preview</h1>
      ${successNotice(isSent ? `A test email is on its way to ${editor.email}.` : null)}
      ${formError(faults)}
      <dl class="differences"><dt>Subject</dt><dd>${email.subject}</dd></dl>
      ${faultList(email)}
      <div class="acts">${testForm(view, canMail)} <a href="/console/briefs/${brief.id}">The brief</a> <a href="${source}">Open the email</a></div>
      <h2>As a page</h2>
      <div class="email-frames">${frames.map(
        ({ name, width, theme }) =>
          html`<figure class="${width}"><figcaption>${name}</figcaption><iframe src="${source}?theme=${theme}" title="The email, ${name}"></iframe></figure>`,
      )}</div>
      <h2>As plain text</h2>
      <pre class="email-text" tabindex="0">${email.text}</pre>`,
  })
}

type MailingView = {
  editor: Editor
  brief: Brief
  isPublished: boolean
  /** Null if it was never queued. */
  mailing: MailingProgress | null
  /** How many subscribers would get it now. */
  subscribers: number
  values: SendValues
  failure: Failure | null
}

const SECONDS_PER_MINUTE = 60

const timeLeft = (mailing: MailingProgress): string => {
  const seconds = secondsLeft(mailing)
  if (seconds === null) return 'not known yet'
  return seconds < SECONDS_PER_MINUTE
    ? 'less than a minute'
    : `about ${Math.ceil(seconds / SECONDS_PER_MINUTE)} minutes`
}

const numbers = (mailing: MailingProgress): Html => {
  const { deliveries, startAt, startedAt, finishedAt, state } = mailing
  const { sent, waiting, failed, bounced, left } = deliveries
  return html`<dl class="differences">
      <dt>State</dt><dd>${state}</dd>
      ${
        startedAt === null
          ? html`<dt>Starts (UTC)</dt><dd>${dateTime(startAt)}</dd>`
          : html`<dt>Started (UTC)</dt><dd>${dateTime(startedAt)}</dd>
      <dt>Recipients</dt><dd>${recipientCount(deliveries)}</dd><dt>Sent</dt><dd>${sent}</dd><dt>Still to send</dt><dd>${waiting}</dd>
      <dt>Rejected for good</dt><dd>${failed}</dd><dt>Bounced</dt><dd>${bounced}</dd><dt>Unsubscribed before</dt><dd>${left}</dd>`
      }
      ${state === 'sending' && html`<dt>Time left</dt><dd>${timeLeft(mailing)}</dd>`}
      ${finishedAt !== null && html`<dt>Ended (UTC)</dt><dd>${dateTime(finishedAt)}</dd>`}
    </dl>`
}

const possibleChanges: Record<MailingState, readonly { change: MailingChange; label: string }[]> = {
  scheduled: [
    { change: 'pause', label: 'Pause' },
    { change: 'cancel', label: 'Cancel' },
  ],
  sending: [
    { change: 'pause', label: 'Pause' },
    { change: 'cancel', label: 'Cancel for good' },
  ],
  paused: [
    { change: 'resume', label: 'Resume' },
    { change: 'cancel', label: 'Cancel for good' },
  ],
  cancelled: [],
  sent: [],
}

const sendForm = ({ brief, subscribers, values, failure }: MailingView): Html =>
  html`<form class="stack grave" method="post" action="/console/briefs/${brief.id}/email">
      <p>Sent now, it would go to ${pluralize(subscribers, 'confirmed subscriber', 'confirmed subscribers')}. Each gets it once.</p>
      ${sendChoice({ choices: ['now', 'at'], values, subscribers, errors: failure?.details ?? [] })}
      <button type="submit">Send</button>
    </form>`

const mailingState = (view: MailingView, canMail: boolean): Html => {
  const { brief, isPublished, mailing } = view
  const path = `/console/briefs/${brief.id}/email/change`
  if (!isPublished) return html`<p>This is a draft. It can be sent once it is published.</p>`
  const canBeQueued = mailing === null || (mailing.state === 'cancelled' && mailing.startedAt === null)
  return html`${mailing === null ? html`<p>It has not been sent by email.</p>` : numbers(mailing)}
      ${
        mailing !== null &&
        html`<p class="acts">${possibleChanges[mailing.state].map(({ change, label }) => actionButton({ path, label, fields: { change }, style: 'plain' }))}</p>`
      }
      ${!canMail && mailOffNotice()}
      ${canMail && canBeQueued && sendForm(view)}`
}

/** The progress of sending a brief, with buttons to change it. */
export const mailingPage = ({ site, canMail }: { site: LiveSite; canMail: boolean }, view: MailingView): Html => {
  const { editor, brief, failure } = view
  return consolePage({
    title: `Email of ${weekLabel(brief.week)}`,
    site,
    editor,
    activePath: '/console/briefs',
    head: sendTimeScript(),
    body: html`<h1>Email of ${weekLabel(brief.week)}</h1>
      <p>${withFormulas(brief.title)}</p>
      <p><a href="/console/briefs/${brief.id}/email/preview">See the email</a></p>
      ${formError(failure?.message ?? null)}
      ${mailingState(view, canMail)}`,
  })
}

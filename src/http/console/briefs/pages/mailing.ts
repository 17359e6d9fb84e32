import { pluralize } from '#core/numbers/pluralize.ts'
import type { MailingChange } from '#actions/mailings/change-mailing.ts'
import type { Brief } from '#core/editorial/brief.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { recipientCount, secondsLeft, type MailingProgress, type MailingState } from '#core/mail/mailing.ts'
import { html, type Html } from '#html.ts'
import { actionButton } from '#http/console/pages/action-button.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { formError } from '#http/console/pages/field.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import type { SendValues } from '#http/console/briefs/input.ts'
import { mailIsOff, sendChoice } from './send-choice.ts'

type MailingView = {
  editor: Editor
  brief: Brief
  isPublished: boolean
  /** Null: it was never queued. */
  mailing: MailingProgress | null
  /** How many would get it now. */
  subscribers: number
  values: SendValues
  failure: Failure | null
}

const SECONDS_PER_MINUTE = 60

const timeLeft = (mailing: MailingProgress): string => {
  const seconds = secondsLeft(mailing)
  if (seconds === null) return 'unknown yet'
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
          ? html`<dt>To start (UTC)</dt><dd>${dateTime(startAt)}</dd>`
          : html`<dt>Started (UTC)</dt><dd>${dateTime(startedAt)}</dd>
      <dt>Recipients</dt><dd>${recipientCount(deliveries)}</dd><dt>Sent</dt><dd>${sent}</dd><dt>Still to send</dt><dd>${waiting}</dd>
      <dt>Refused for good</dt><dd>${failed}</dd><dt>Came back</dt><dd>${bounced}</dd><dt>Left before</dt><dd>${left}</dd>`
      }
      ${state === 'sending' && html`<dt>Time left</dt><dd>${timeLeft(mailing)}</dd>`}
      ${finishedAt !== null && html`<dt>Ended (UTC)</dt><dd>${dateTime(finishedAt)}</dd>`}
    </dl>`
}

const changesOf: Record<MailingState, readonly { change: MailingChange; label: string }[]> = {
  scheduled: [
    { change: 'pause', label: 'Pause' },
    { change: 'cancel', label: 'Cancel' },
  ],
  sending: [
    { change: 'pause', label: 'Pause' },
    { change: 'cancel', label: 'Cancel for good' },
  ],
  paused: [
    { change: 'resume', label: 'Go on' },
    { change: 'cancel', label: 'Cancel for good' },
  ],
  cancelled: [],
  sent: [],
}

const sendForm = ({ brief, subscribers, values, failure }: MailingView): Html =>
  html`<form class="stack grave" method="post" action="/console/briefs/${brief.id}/email">
      <p>It would go to ${pluralize(subscribers, 'confirmed subscriber', 'confirmed subscribers')} now. Each gets it once.</p>
      ${sendChoice({ choices: ['now', 'at'], values, errors: failure?.details ?? [] })}
      <button type="submit">Send</button>
    </form>`

const state = (view: MailingView, canMail: boolean): Html => {
  const { brief, isPublished, mailing } = view
  const path = `/console/briefs/${brief.id}/email/change`
  if (!isPublished) return html`<p>It is a draft; it can be sent once it is published.</p>`
  const canBeQueued = mailing === null || (mailing.state === 'cancelled' && mailing.startedAt === null)
  return html`${mailing === null ? html`<p>It was not sent by email.</p>` : numbers(mailing)}
      ${
        mailing !== null &&
        html`<p class="acts">${changesOf[mailing.state].map(({ change, label }) => actionButton({ path, label, fields: { change }, look: 'plain' }))}</p>`
      }
      ${!canMail && mailIsOff()}
      ${canMail && canBeQueued && sendForm(view)}`
}

/** How far the sending of a brief got, and what can be done about it. */
export const mailingPage = (
  { houseName, canMail }: { houseName: string; canMail: boolean },
  view: MailingView,
): Html => {
  const { editor, brief, failure } = view
  return consolePage({
    title: `Email of ${weekLabel(brief.week)}`,
    houseName,
    editor,
    activePath: '/console/briefs',
    body: html`<h1>Email of ${weekLabel(brief.week)}</h1>
      <p>${brief.title}</p>
      <p><a href="/console/briefs/${brief.id}/email/preview">See the email</a></p>
      ${formError(failure?.message ?? null)}
      ${state(view, canMail)}`,
  })
}

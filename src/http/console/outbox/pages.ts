import type { Editor } from '#core/access/editor.ts'
import type { EmailState, ListedEmail, OutboxCounts } from '#core/mail/outbox.ts'
import { html, type Html } from '#html.ts'
import { scrollableTable, stateFilter, successNotice } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime, nextPageLink } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/outbox'

/** In the order of the filter. */
export const emailStates = ['waiting', 'failed', 'sent'] as const

const stateLabels: Record<EmailState, string> = { waiting: 'waiting', failed: 'failed', sent: 'sent' }

const row = (email: ListedEmail): Html => {
  const { seq, kind, to, subject, state, attempts, dueAt, lastError, createdAt, sentAt } = email
  return html`<tr>
      <td>${seq}</td><td>${kind}</td><td>${to ?? 'the research team'}</td><td dir="auto">${subject}</td>
      <td>${stateLabels[state]}${state === 'sent' && sentAt !== null && html`, ${dateTime(sentAt)}`}${
        state === 'waiting' && html`, due ${dateTime(dueAt)}`
      }</td>
      <td>${attempts}</td><td>${lastError ?? ''}</td><td>${dateTime(createdAt)}</td>
      <td>${state !== 'sent' && actionButton({ path: `${PATH}/${seq}/retry`, label: 'Try now', style: 'plain' })}</td>
    </tr>`
}

type OutboxView = {
  editor: Editor
  state: EmailState | ''
  emails: readonly ListedEmail[]
  counts: OutboxCounts
  next: number | null
  retried: boolean
}

/** Every email with its state, newest first. */
export const outboxPage = ({ site }: { site: LiveSite }, view: OutboxView): Html => {
  const { editor, state, emails, counts, next, retried } = view
  const states = [
    { value: '', label: 'all', count: null },
    ...emailStates.map((value) => ({ value, label: stateLabels[value], count: counts[value] })),
  ]
  return consolePage({
    title: 'Outbox',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Outbox</h1>
      ${successNotice(retried ? 'The email is due now.' : null)}
      ${stateFilter(PATH, state, states)}
      ${
        emails.length === 0
          ? html`<p>No emails found.</p>`
          : scrollableTable(
              'Emails',
              ['', 'Kind', 'To', 'Subject', 'State (UTC)', 'Attempts', 'Last error', 'Written (UTC)', ''],
              emails.map(row),
            )
      }
      ${next !== null && nextPageLink(PATH, { state, before: next }, 'Older emails')}`,
  })
}

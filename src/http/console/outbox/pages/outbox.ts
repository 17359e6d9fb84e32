import type { Editor } from '#core/access/editor.ts'
import { html, type Html } from '#html.ts'
import type { EmailState, ListedEmail, OutboxCounts } from '#ports/store/correspondence.ts'
import { doneNote } from '#http/console/pages/field.ts'
import { stateLinks, when, wideTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { letterStates } from '#http/console/outbox/input.ts'

const AT = '/console/outbox'

const names: Record<EmailState, string> = { waiting: 'waiting', failed: 'given up', sent: 'sent' }

const row = (letter: ListedEmail): Html => {
  const { seq, kind, to, subject, state, attempts, dueAt, lastError, createdAt, sentAt } = letter
  return html`<tr>
      <td>${seq}</td><td>${kind}</td><td>${to ?? 'the research team'}</td><td dir="auto">${subject}</td>
      <td>${names[state]}${state === 'sent' && sentAt !== null && html`, ${when(sentAt)}`}${
        state === 'waiting' && html`, due ${when(dueAt)}`
      }</td>
      <td>${attempts}</td><td>${lastError ?? ''}</td><td>${when(createdAt)}</td>
      <td>${
        state !== 'sent' &&
        html`<form method="post" action="${AT}/${seq}/retry"><button type="submit" class="plain">Try now</button></form>`
      }</td>
    </tr>`
}

type View = {
  editor: Editor
  state: EmailState | ''
  emails: readonly ListedEmail[]
  counts: OutboxCounts
  next: number | null
  retried: boolean
}

/** Every letter, newest first, and how far it got. */
export const outboxPage = ({ houseName }: { houseName: string }, view: View): Html => {
  const { editor, state, emails, counts, next, retried } = view
  const states = [
    { value: '', label: 'all', count: null },
    ...letterStates.map((value) => ({ value, label: names[value], count: counts[value] })),
  ]
  const older = new URLSearchParams({ ...(state === '' ? {} : { state }), before: String(next) }).toString()
  return consolePage({
    title: 'Outbox',
    houseName,
    editor,
    at: AT,
    body: html`<h1>Outbox</h1>
      ${doneNote(retried ? 'The letter is due now.' : null)}
      ${stateLinks(AT, state, states)}
      ${
        emails.length === 0
          ? html`<p>There is no such letter.</p>`
          : wideTable(
              'Letters',
              ['', 'Kind', 'To', 'Subject', 'State (UTC)', 'Tries', 'Last error', 'Written (UTC)', ''],
              emails.map(row),
            )
      }
      ${next !== null && html`<p><a href="${AT}?${older}" rel="next">Older letters</a></p>`}`,
  })
}

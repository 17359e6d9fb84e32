import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { takesRecords, type IngestSession } from '#core/imports/ingest-session.ts'
import { html, type Html } from '#html.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { formError } from '#http/console/pages/field.ts'
import { scrollableTable, textInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'

export const INGESTION_PATH = '/console/ingestion'

export type SessionsView = {
  editor: Editor
  sessions: readonly IngestSession[]
  now: Date
  values: { label: string; max: string; until: string }
  /** A session that was just opened; its key is shown once. */
  opened: { session: IngestSession; key: string; url: string } | null
  failure: Failure | null
}

/** Its state in a word, and until when it is open. */
export const sessionState = (session: IngestSession, now: Date): Html => {
  if (takesRecords(session, now)) return html`open until ${dateTime(session.until)}`
  return session.state === 'open' ? html`ended ${dateTime(session.until)}` : html`${session.state}`
}

const row = (session: IngestSession, now: Date): Html => {
  const { id, label, counts } = session
  return html`<tr>
      <td><a href="${INGESTION_PATH}/${id}">${id}</a></td><td dir="auto">${label}</td><td>${sessionState(session, now)}</td>
      <td>${counts.read}</td><td>${counts.stored}</td><td>${counts.refused}</td>
      <td>${session.activeAt === null ? 'never' : dateTime(session.activeAt)}</td>
    </tr>`
}

const openedNotice = ({ session, key, url }: NonNullable<SessionsView['opened']>): Html =>
  html`<div class="notice good" role="status">
      <p>Session ${session.id} is open. Copy its key now: it is shown only once.</p>
      <p><code class="secret">${key}</code></p>
      <p>Chunks go to <code class="secret">${url}</code></p>
    </div>`

/** The sessions in which many papers come in, and the form for a new one. */
export const sessionsPage = ({ houseName }: { houseName: string }, view: SessionsView): Html => {
  const { editor, sessions, now, values, opened, failure } = view
  const errors = failure?.details ?? []
  return consolePage({
    title: 'Ingestion',
    houseName,
    editor,
    activePath: INGESTION_PATH,
    body: html`<h1>Ingestion</h1>
      ${formError(failure?.message ?? null)}
      ${opened !== null && openedNotice(opened)}
      <form class="stack" method="post" action="${INGESTION_PATH}">
        <h2>New session</h2>
        ${textInput({ name: 'label', label: 'Label', value: values.label, errors })}
        ${textInput({ name: 'max', label: 'Records at most', value: values.max, inputmode: 'numeric', errors })}
        ${textInput({ name: 'until', label: 'Open until', value: values.until, hint: 'A time such as 7d or 12h, a day, or an instant with its time zone.', errors })}
        <button type="submit">Open session</button>
      </form>
      <h2>Sessions</h2>
      ${
        sessions.length === 0
          ? html`<p>There are no sessions yet.</p>`
          : scrollableTable(
              'Ingestion sessions',
              ['Id', 'Label', 'State (UTC)', 'Read', 'Stored', 'Refused', 'Last record (UTC)'],
              sessions.map((session) => row(session, now)),
            )
      }`,
  })
}

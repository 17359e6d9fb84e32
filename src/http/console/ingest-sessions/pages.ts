import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import {
  candidateCount,
  type IngestRefusal,
  type IngestSession,
  ingestSpeed,
  takesRecords,
} from '#core/imports/ingest-session.ts'
import { html, type Html } from '#html.ts'
import { formError, scrollableTable, successNotice, textInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime, factList, copiedText } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

const INGESTION_PATH = '/console/ingestion'

export type SessionsView = {
  editor: Editor
  sessions: readonly IngestSession[]
  now: Date
  values: { label: string; max: string; until: string }
  /** A session that was just opened. Its key is shown once. */
  opened: { session: IngestSession; key: string; url: string } | null
  failure: Failure | null
}

const sessionState = (session: IngestSession, now: Date): Html => {
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
      <p>${copiedText('session-key', 'the key', key)}</p>
      <p>Chunks go to ${copiedText('session-url', 'the address', url)}</p>
    </div>`

/** The ingestion sessions, and the form for a new one. */
export const sessionsPage = ({ site }: { site: LiveSite }, view: SessionsView): Html => {
  const { editor, sessions, now, values, opened, failure } = view
  const errors = failure?.details ?? []
  return consolePage({
    title: 'Ingestion',
    site,
    editor,
    activePath: INGESTION_PATH,
    body: html`<h1>Ingestion</h1>
      ${formError(failure?.message ?? null)}
      ${opened !== null && openedNotice(opened)}
      <form class="stack" method="post" action="${INGESTION_PATH}">
        <h2>New session</h2>
        ${textInput({ name: 'label', label: 'Label', value: values.label, errors })}
        ${textInput({ name: 'max', label: 'Maximum records', value: values.max, inputmode: 'numeric', errors })}
        ${textInput({ name: 'until', label: 'Open until', value: values.until, hint: 'A duration such as 7d or 12h, a day, or a time with its time zone.', errors })}
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

export type SessionView = {
  editor: Editor
  session: IngestSession
  /** When the first chunk arrived. */
  firstAt: string | null
  /** How many of its papers are waiting for a decision. */
  pending: number
  /** The first of them. */
  refusals: readonly IngestRefusal[]
  now: Date
  done: 'closed' | 'undone' | null
  failure: Failure | null
}

const noticeText = {
  closed: 'The session was closed. The admins get a summary by email.',
  undone: 'The session is being undone; its papers are removed in small steps.',
}

const speedText = (session: IngestSession, firstAt: string | null): string => {
  const speed = ingestSpeed(session, firstAt)
  return speed === null ? 'not known yet' : `${speed.toFixed(speed < 10 ? 1 : 0)} records a second`
}

/** The state and the results of a session. */
export const sessionFacts = ({
  session,
  firstAt,
  pending,
  now,
}: Pick<SessionView, 'session' | 'firstAt' | 'pending' | 'now'>): Html => {
  const { counts, maxRecords, last, removed } = session
  const rows: [string, string | number | Html][] = [
    ['State (UTC)', sessionState(session, now)],
    ['Read', `${counts.read} of at most ${maxRecords}`],
    ['Stored', counts.stored],
    ['Unchanged', counts.unchanged],
    ['Enriched papers in review', counts.enriched],
    ['Proposed for public papers', counts.proposed],
    ['Identifiers stored as candidates', candidateCount(counts)],
    ['Refused', counts.refused],
    ['Stored up to chunk', last ?? 'none'],
    ['Speed', speedText(session, firstAt)],
    ['Waiting for review', pending],
    ...(removed > 0 ? [['Removed by undo', removed] as [string, number]] : []),
  ]
  return factList(rows)
}

/** The first refused records of a session, and where all are. */
export const refusedPart = (
  { session, refusals }: Pick<SessionView, 'session' | 'refusals'>,
  path: string,
): Html | false =>
  session.counts.refused > 0 &&
  html`<h2>Refused records</h2>
    <p><a href="${path}/refused.csv">All refused records with reasons (CSV)</a></p>
    ${scrollableTable(
      'Refused records',
      ['Chunk', 'Record', 'Position', 'Reason'],
      refusals.map(
        ({ chunk, number, position, reason }) =>
          html`<tr><td>${chunk}</td><td>${number}</td><td dir="auto">${position}</td><td dir="auto">${reason}</td></tr>`,
      ),
    )}`

/** The results of one session, with buttons to close and undo it. */
export const sessionPage = ({ site }: { site: LiveSite }, view: SessionView): Html => {
  const { editor, session, pending, done, failure } = view
  const { id, label, state } = session
  const path = `${INGESTION_PATH}/${id}`
  return consolePage({
    title: `Ingestion session ${label}`,
    site,
    editor,
    activePath: INGESTION_PATH,
    body: html`<h1 dir="auto">${label}</h1>
      <p><a href="${INGESTION_PATH}">All sessions</a> · ${id}</p>
      ${successNotice(done === null ? null : noticeText[done])}
      ${formError(failure?.message ?? null)}
      ${sessionFacts(view)}
      ${pending > 0 && html`<p><a href="/console/queue?session=${id}">Review its papers</a></p>`}
      ${
        state === 'open' &&
        html`<h2>Close</h2>
          <p>Ends the session and its key. The admins get a summary by email.</p>
          ${actionButton({ path: `${path}/close`, label: 'Close session', style: 'plain' })}`
      }
      ${
        (state === 'open' || state === 'closed') &&
        html`<h2>Undo</h2>
          <p>Deletes the papers of this session that nobody has worked on, its proposals for public papers, and its additions to papers in review.</p>
          ${actionButton({ path: `${path}/undo`, label: 'Undo session', style: 'plain' })}`
      }
      ${refusedPart(view, path)}`,
  })
}

import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { candidateCount, ingestSpeed, type IngestRefusal, type IngestSession } from '#core/imports/ingest-session.ts'
import { html, type Html } from '#html.ts'
import { actionButton } from '#http/console/pages/action-button.ts'
import { formError, successNotice } from '#http/console/pages/field.ts'
import { scrollableTable } from '#http/console/pages/form.ts'
import { factList } from '#http/console/pages/fact-list.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { INGESTION_PATH, sessionState } from './sessions.ts'

export type SessionView = {
  editor: Editor
  session: IngestSession
  /** When the first chunk came. */
  firstAt: string | null
  /** How many of its papers wait for a decision. */
  pending: number
  /** The first ones. */
  refusals: readonly IngestRefusal[]
  now: Date
  done: 'closed' | 'undone' | null
  failure: Failure | null
}

const sentences = {
  closed: 'The session is closed. The admins get a summary by email.',
  undone: 'The session is being undone: its papers go in small steps.',
}

const speedText = (session: IngestSession, firstAt: string | null): string => {
  const speed = ingestSpeed(session, firstAt)
  return speed === null ? 'not known yet' : `${speed.toFixed(speed < 10 ? 1 : 0)} records a second`
}

const facts = ({ session, firstAt, pending, now }: SessionView): Html => {
  const { counts, maxRecords, last, removed } = session
  const rows: [string, string | number | Html][] = [
    ['State (UTC)', sessionState(session, now)],
    ['Read', `${counts.read} of at most ${maxRecords}`],
    ['Stored', counts.stored],
    ['Unchanged', counts.unchanged],
    ['Enriched papers in review', counts.enriched],
    ['Proposed for public papers', counts.proposed],
    ['Identifiers kept as candidates', candidateCount(counts)],
    ['Refused', counts.refused],
    ['Taken up to chunk', last ?? 'none'],
    ['Speed', speedText(session, firstAt)],
    ['Wait for review', pending],
    ...(removed > 0 ? [['Taken back', removed] as [string, number]] : []),
  ]
  return factList(rows)
}

const refusedPart = ({ session, refusals }: SessionView): Html | false =>
  session.counts.refused > 0 &&
  html`<h2>Refused records</h2>
    <p><a href="${INGESTION_PATH}/${session.id}/refused.csv">All with their reasons (CSV)</a></p>
    ${scrollableTable(
      'Refused records',
      ['Chunk', 'Record', 'Position', 'Reason'],
      refusals.map(
        ({ chunk, number, position, reason }) =>
          html`<tr><td>${chunk}</td><td>${number}</td><td dir="auto">${position}</td><td dir="auto">${reason}</td></tr>`,
      ),
    )}`

/** What came of one session; it is closed and undone from here. */
export const sessionPage = ({ houseName }: { houseName: string }, view: SessionView): Html => {
  const { editor, session, pending, done, failure } = view
  const { id, label, state } = session
  const path = `${INGESTION_PATH}/${id}`
  return consolePage({
    title: `Ingestion session ${label}`,
    houseName,
    editor,
    activePath: INGESTION_PATH,
    body: html`<h1 dir="auto">${label}</h1>
      <p><a href="${INGESTION_PATH}">All sessions</a> · ${id}</p>
      ${successNotice(done === null ? null : sentences[done])}
      ${formError(failure?.message ?? null)}
      ${facts(view)}
      ${pending > 0 && html`<p><a href="/console/queue?session=${id}">Review its papers</a></p>`}
      ${
        state === 'open' &&
        html`<h2>Close</h2>
          <p>Ends the session and its key. The admins get a summary by email.</p>
          ${actionButton({ path: `${path}/close`, label: 'Close session', look: 'plain' })}`
      }
      ${
        (state === 'open' || state === 'closed') &&
        html`<h2>Undo</h2>
          <p>Deletes the papers of this session that nobody has worked on, its proposals for public papers, and what it added to papers in review.</p>
          ${actionButton({ path: `${path}/undo`, label: 'Undo session', look: 'plain' })}`
      }
      ${refusedPart(view)}`,
  })
}

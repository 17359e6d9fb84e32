import type { Editor } from '#core/access/editor.ts'
import type { IngestSession } from '#core/imports/ingest-session.ts'
import { takesRecords } from '#core/imports/ingest-session.ts'
import { groupedNumber } from '#core/numbers.ts'
import { html, type Html } from '#html.ts'
import { refusedPart, sessionFacts, type SessionView } from '#http/console/ingest-sessions/pages.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

const IMPORTS_PATH = '/console/imports'
export const FILE_IMPORTS_PATH = `${IMPORTS_PATH}/files`

/** The files of which pieces are missing: choosing one again continues it. */
export const unfinishedPart = (sessions: readonly IngestSession[]): Html | false =>
  sessions.length > 0 &&
  html`<h2>Unfinished</h2>
      <p>Choose the same file again to continue; what is stored is not sent again.</p>
      <ul>${sessions.map(
        ({ id, label, counts, last, openedAt }) =>
          html`<li data-import="${id}" data-name="${label}" data-last="${last ?? ''}"><a href="${FILE_IMPORTS_PATH}/${id}"><bdi>${label}</bdi></a> <span class="quiet">${groupedNumber(counts.read)} records since ${dateTime(openedAt)} UTC</span></li>`,
      )}</ul>`

type FileImportView = Pick<SessionView, 'session' | 'firstAt' | 'pending' | 'refusals' | 'now'> & { editor: Editor }

/** What became of the records of a file. */
export const fileImportPage = ({ site }: { site: LiveSite }, view: FileImportView): Html => {
  const { editor, session, pending, now } = view
  const { id, label } = session
  const path = `${FILE_IMPORTS_PATH}/${id}`
  return consolePage({
    title: `Import of ${label}`,
    site,
    editor,
    activePath: IMPORTS_PATH,
    body: html`<h1 dir="auto">${label}</h1>
      <p><a href="${IMPORTS_PATH}">All imports</a></p>
      ${pending > 0 && html`<p><a href="/console/queue?session=${id}">Review its papers</a></p>`}
      ${sessionFacts(view)}
      ${
        takesRecords(session, now) &&
        html`<p>The file is not complete. To continue, choose it again on the page <a href="${IMPORTS_PATH}">Imports</a>.</p>
        ${actionButton({ path: `${path}/end`, label: 'End it here', style: 'plain' })}`
      }
      ${refusedPart(view, path)}`,
  })
}

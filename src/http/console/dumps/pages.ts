import type { Editor } from '#core/access/editor.ts'
import type { Dump, DumpFailure } from '#core/dump.ts'
import { html, type Html } from '#html.ts'
import { scrollableTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { dateTime } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

export const DUMPS_PATH = '/console/dumps'

type View = {
  site: LiveSite
  editor: Editor
  /** Null if dumps are off. */
  state: { made: readonly Dump[]; failure: DumpFailure | null } | null
}

const rows = (made: readonly Dump[]): Html[] =>
  made.flatMap(({ madeAt, seq, files }) =>
    files.map(
      ({ name, bytes }) =>
        html`<tr><td>${dateTime(madeAt)}</td><td>${seq}</td><td><a href="/dumps/${name}">${name}</a></td><td>${bytes}</td></tr>`,
    ),
  )

const body = ({ state }: View): Html => {
  if (state === null) return html`<p>Dumps are off: <code>DUMPS</code> is set to <code>off</code>.</p>`
  const { made, failure } = state
  return html`${
    failure !== null &&
    html`<p class="error">The last attempt, at ${dateTime(failure.at)}, failed: <span dir="auto">${failure.message}</span></p>`
  }
    <p>A dump is made once a day if anything has changed, and after a retraction. <code>longview dump</code> makes one immediately. <a href="/dumps">Public page</a></p>
    ${made.length === 0 ? html`<p>There are no dumps yet.</p>` : scrollableTable('Dumps', ['Made', 'Change', 'File', 'Bytes'], rows(made))}`
}

/** For admins: the dumps of the library, and why the last attempt failed. */
export const dumpsStatePage = (view: View): Html =>
  consolePage({
    title: 'Dumps',
    site: view.site,
    editor: view.editor,
    activePath: DUMPS_PATH,
    body: html`<h1>Dumps</h1>
      ${body(view)}`,
  })

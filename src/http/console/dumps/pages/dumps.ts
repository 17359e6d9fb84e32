import type { Editor } from '#core/access/editor.ts'
import type { Dump, DumpFailure } from '#core/dumps/dump.ts'
import { html, type Html } from '#html.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { scrollableTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'

export const DUMPS_PATH = '/console/dumps'

type View = {
  houseName: string
  editor: Editor
  /** Null where dumps are off. */
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
  if (state === null) return html`<p>Dumps are off: <code>DUMPS</code> is <code>off</code>.</p>`
  const { made, failure } = state
  return html`${
    failure !== null &&
    html`<p class="error">The last attempt, at ${dateTime(failure.at)}, failed: <span dir="auto">${failure.message}</span></p>`
  }
    <p>One is made a day if anything has changed, and after a retraction. <code>longview dump</code> makes one at once. <a href="/dumps">What the public sees</a></p>
    ${made.length === 0 ? html`<p>There is no dump yet.</p>` : scrollableTable('Dumps', ['Made', 'Change', 'File', 'Bytes'], rows(made))}`
}

/** Whether dumps of the library are made, for those who run it. */
export const dumpsStatePage = (view: View): Html =>
  consolePage({
    title: 'Dumps',
    houseName: view.houseName,
    editor: view.editor,
    activePath: DUMPS_PATH,
    body: html`<h1>Dumps</h1>
      ${body(view)}`,
  })

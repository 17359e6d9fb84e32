import type { Editor } from '#core/editor.ts'
import { html, type Html } from '#html.ts'
import { consolePage, doorsFor } from '../../pages/frame.ts'

/** Where one arrives: every door that is open to one's role. */
export const startPage = ({ houseName }: { houseName: string }, editor: Editor): Html =>
  consolePage({
    title: 'Start',
    houseName,
    editor,
    at: '/console',
    body: html`<h1>${editor.name}</h1>
      <ul>${doorsFor(editor.role)
        .filter(({ path }) => path !== '/console')
        .map(({ path, label }) => html`<li><a href="${path}">${label}</a></li>`)}
        <li><a href="/console/account">Your sessions, passphrase and passkeys</a></li>
      </ul>`,
  })

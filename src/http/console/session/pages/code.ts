import { html, type Html } from '#html.ts'
import { field, formError } from '#http/console/pages/field.ts'
import { hiddenInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'

type CodeForm = {
  /** Says that the passphrase was given. */
  token: string
  next: string
  error?: string | null
}

/** Asks for a code after the passphrase. */
export const codePage = ({ houseName }: { houseName: string }, { token, next, error = null }: CodeForm): Html =>
  consolePage({
    title: 'Enter a code',
    houseName,
    editor: null,
    body: html`<h1>Enter a code</h1>
      ${formError(error)}
      <form class="stack" method="post" action="/console/sign-in/code">
        ${hiddenInput('token', token)}
        ${hiddenInput('next', next)}
        ${field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', hint: 'Six digits from your app, or a recovery code.' })}
        <button type="submit">Sign in</button>
      </form>
      <p><a href="/console/sign-in">Begin again</a></p>
      <p class="quiet">Lost the app and the recovery codes? An admin can reset your second factor.</p>`,
  })

import { CODE_DIGITS, CODE_SECONDS } from '#core/access/one-time-code.ts'
import type { Editor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { field, formError } from '#http/console/pages/field.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { qrCode } from './qr-code.ts'

type Site = { houseName: string }

type SetUpView = {
  editor: Editor
  /** What apps read from the picture. */
  address: string
  /** The same to be typed, in base32. */
  secret: string
  error?: string
  errors?: readonly ValidationError[]
}

const inGroups = (text: string): string => (text.match(/.{1,4}/gu) ?? []).join(' ')

/** The secret of one-time codes as a picture, until the app that read it gives its first code. */
export const setUpCodesPage = ({ houseName }: Site, view: SetUpView): Html => {
  const { editor, address, secret, error = null, errors = [] } = view
  return consolePage({
    title: 'Set up one-time codes',
    houseName,
    editor,
    activePath: '/console/account',
    body: html`<h1>Set up one-time codes</h1>
      <p class="lead">Scan this with an app that makes one-time codes, and enter the code that it shows.</p>
      ${qrCode(address, 'The secret of your one-time codes')}
      <p>If you cannot scan it, type this into the app: <code class="secret">${inGroups(secret)}</code></p>
      ${formError(errors.length === 0 ? error : null)}
      <form class="stack" method="post" action="/console/account/codes">
        ${field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', hint: `${CODE_DIGITS} digits, which change every ${CODE_SECONDS} seconds.`, errors })}
        <button type="submit">Turn on</button>
      </form>
      <p><a href="/console/account">Not now</a></p>`,
  })
}

/** Recovery codes that were just made. Only their hashes are stored, so they are shown once. */
export const recoveryCodesPage = (
  { houseName }: Site,
  { editor, codes }: { editor: Editor; codes: readonly string[] },
): Html =>
  consolePage({
    title: 'Recovery codes',
    houseName,
    editor,
    activePath: '/console/account',
    body: html`<h1>Recovery codes</h1>
      <p class="lead">Signing in by passphrase now asks for a code. If you lose the app, each of these codes works in its place, once.</p>
      <p>They are shown only now. Print them, or keep them where you keep passwords, but not on the phone with the app.</p>
      <pre id="recovery-codes">${codes.join('\n')}</pre>
      <p><a href="/console/account">I have kept them</a></p>`,
  })

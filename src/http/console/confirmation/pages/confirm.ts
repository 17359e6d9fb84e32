import { CONFIRMATION_VALID_MS } from '#core/access/session.ts'
import type { Editor } from '#core/access/editor.ts'
import { html, type Html } from '#html.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import { field, formError } from '#http/console/pages/field.ts'
import { hiddenInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'

const MINUTE_MS = 60_000

export type ConfirmationView = {
  editor: Editor
  /** Where to go on. */
  path: string
  /** The form that was sent there, which is sent again; null for a page that is only opened. */
  sent: readonly (readonly [name: string, value: string])[] | null
  hasPassphrase: boolean
  hasPasskeys: boolean
  error?: string
}

const passphraseField = (): Html =>
  field({
    name: 'confirm-passphrase',
    label: 'Your passphrase',
    type: 'password',
    autocomplete: 'current-password',
  })

/** Asks an editor who signed in a while ago to prove to be there, before something that an open browser must not do. */
export const confirmationPage = ({ houseName }: { houseName: string }, view: ConfirmationView): Html => {
  const { editor, path, sent, hasPassphrase, hasPasskeys, error = null } = view
  return consolePage({
    title: 'Confirm it is you',
    houseName,
    editor,
    head: hasPasskeys && html`<script type="module" src="${assetUrl('console-passkeys.js')}"></script>`,
    body: html`<h1>Confirm it is you</h1>
      <p class="lead">Keys, webhooks, users, sign-in links and ways to sign in can be changed only if you signed in or confirmed your identity within the last ${CONFIRMATION_VALID_MS / MINUTE_MS} minutes. What you asked for follows at once.</p>
      ${formError(error)}
      <form class="stack" id="confirmation" method="post" action="/console/confirm">
        <input type="hidden" name="confirm-email" value="${editor.email ?? ''}" autocomplete="username" />
        ${hiddenInput('confirm-path', path)}
        ${sent !== null && hiddenInput('confirm-again', 'yes')}
        ${sent?.map(([name, value]) => hiddenInput(name, value))}
        ${hasPassphrase && passphraseField()}
        ${hasPassphrase && html`<button type="submit">Confirm</button>`}
      </form>
      ${
        hasPasskeys &&
        html`<p><button class="as-link" type="button" id="confirm-by-passkey" hidden>Confirm with a passkey</button></p>
      <p class="error" id="passkey-trouble" role="alert"></p>`
      }
      ${!hasPassphrase && !hasPasskeys && html`<p>You have neither a passphrase nor a passkey here. Sign out, and sign in again with a sign-in link.</p>`}
      <p><a href="/console/account">Do nothing and go to your account</a></p>`,
  })
}

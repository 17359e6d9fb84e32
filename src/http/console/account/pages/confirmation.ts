import type { Editor } from '#core/access/editor.ts'
import { CONFIRMATION_VALID_MS } from '#core/access/session.ts'
import { html, type Html } from '#html.ts'
import { field, formError, hiddenInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { assetUrl } from '#http/pages/layout.ts'
import type { LiveSite } from '#ports/site.ts'

const MINUTE_MS = 60_000

export type ConfirmationView = {
  editor: Editor
  /** The page to open afterwards. */
  path: string
  /** The interrupted form, which is sent again; null if the page was only opened. */
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

/** Asks an editor who signed in a while ago to prove their identity, in case somebody else found the browser open. */
export const confirmationPage = ({ site }: { site: LiveSite }, view: ConfirmationView): Html => {
  const { editor, path, sent, hasPassphrase, hasPasskeys, error = null } = view
  return consolePage({
    title: 'Confirm it is you',
    site,
    editor,
    head: hasPasskeys && html`<script type="module" src="${assetUrl('console-passkeys.js')}"></script>`,
    body: html`<h1>Confirm it is you</h1>
      <p class="lead">Keys, webhooks, users, sign-in links and ways to sign in can be changed, sources added, briefs published and sent, and subscribers exported only if you signed in or confirmed your identity within the last ${CONFIRMATION_VALID_MS / MINUTE_MS} minutes. Your change continues as soon as you confirm.</p>
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
      ${!hasPassphrase && !hasPasskeys && html`<p>Your account has neither a passphrase nor a passkey. Sign out, and sign in again with a sign-in link.</p>`}
      <p><a href="/console/account">Cancel and go to your account</a></p>`,
  })
}

import encodeQr from 'qr'
import type { Editor } from '#core/access/editor.ts'
import { CODE_DIGITS, CODE_SECONDS } from '#core/access/one-time-code.ts'
import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { field, formError } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, copiedText, copyButton } from '#http/console/pages/parts.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { newPasskeyForm } from './account.ts'
import type { LiveSite } from '#ports/site.ts'

/** Scanners need a light margin. */
const QR_BORDER = 4

/** Dark on light in every theme, because many scanners cannot read it inverted. */
const qrCode = (text: string, title: string): Html => {
  const rows = encodeQr(text, 'raw', { border: QR_BORDER })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" role="img" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"><title>${title}</title><path class="light" d="M0 0h${rows.length}v${rows.length}h-${rows.length}z" /><path class="dark" d="${squares.join('')}" /></svg>`
}

type Site = { site: LiveSite }

type SetUpView = {
  editor: Editor
  /** The otpauth URL in the QR code. */
  address: string
  /** The secret in base32, for typing. */
  secret: string
  error?: string
  errors?: readonly ValidationError[]
}

const inGroups = (text: string): string => (text.match(/.{1,4}/gu) ?? []).join(' ')

/** Shows the secret of one-time codes until the first code from the app is entered. */
export const setUpCodesPage = ({ site }: Site, view: SetUpView): Html => {
  const { editor, address, secret, error = null, errors = [] } = view
  return consolePage({
    title: 'Set up one-time codes',
    site,
    editor,
    activePath: '/console/account',
    body: html`<h1>Set up one-time codes</h1>
      <p class="lead">Scan this with an app that generates one-time codes, and enter the code that it shows.</p>
      ${qrCode(address, 'The secret of your one-time codes')}
      <p>If you cannot scan it, type this into the app: ${copiedText('one-time-secret', 'the secret of the one-time codes', inGroups(secret))}</p>
      ${formError(errors.length === 0 ? error : null)}
      <form class="stack" method="post" action="/console/account/codes">
        ${field({ name: 'code', label: 'Code', autocomplete: 'one-time-code', hint: `${CODE_DIGITS} digits, which change every ${CODE_SECONDS} seconds.`, errors })}
        <button type="submit">Turn on</button>
      </form>
      <p><a href="/console/account">Not now</a></p>`,
  })
}

/** New recovery codes. Only their hashes are stored, so they are shown once. */
export const recoveryCodesPage = (
  { site }: Site,
  { editor, codes }: { editor: Editor; codes: readonly string[] },
): Html =>
  consolePage({
    title: 'Recovery codes',
    site,
    editor,
    activePath: '/console/account',
    body: html`<h1>Recovery codes</h1>
      <p class="lead">Signing in by passphrase now asks for a code. If you lose the app, you can use each of these codes once instead.</p>
      <p>They are shown only once. Print them, or keep them where you keep passwords, but not on the phone with the app.</p>
      <pre id="recovery-codes">${codes.join('\n')}</pre>
      <p>${copyButton('recovery-codes', 'the recovery codes')}</p>
      <p><a href="/console/account">I have saved them</a></p>`,
  })

type RequiredView = { editor: Editor; hasFactor: boolean; offersPasskeys: boolean; offersCodes: boolean }

const waysToSetUp = ({ offersPasskeys, offersCodes }: RequiredView): Html => html`
      <p class="lead">Your role requires more than a passphrase. Set up one of these to continue.</p>
      ${
        offersCodes &&
        html`<h2>One-time codes</h2>
      <p>An app on your phone shows a code, which you enter after the passphrase.</p>
      ${actionButton({ path: '/console/account/codes/start', label: 'Set up one-time codes', style: 'plain' })}`
      }
      ${
        offersPasskeys &&
        html`<h2>A passkey</h2>
      <p>You sign in by unlocking your device, without a passphrase. This needs JavaScript.</p>
      ${newPasskeyForm()}`
      }
      ${!offersCodes && !offersPasskeys && html`<p>Neither is available yet: an operator must set SECRET_KEY, or PUBLIC_URL with a host name. REQUIRE_SECOND_FACTOR=none asks nobody for a second factor.</p>`}`

const waysToUse = (): Html => html`
      <p class="lead">Your role requires your second factor as well as the passphrase.</p>
      <p><a href="/console/confirm?next=/console">Use your passkey</a>, or sign out and sign in with it.</p>
      <p class="quiet">If you have lost it, ask an admin to reset your second factor.</p>`

/** Shown instead of the console to an editor whose role requires a second factor that they have not used. */
export const secondFactorPage = ({ site }: { site: LiveSite }, view: RequiredView): Html =>
  consolePage({
    title: 'Second factor required',
    site,
    editor: view.editor,
    head: view.offersPasskeys && html`<script type="module" src="${assetUrl('console-passkeys.js')}"></script>`,
    body: html`<h1>Second factor required</h1>${view.hasFactor ? waysToUse() : waysToSetUp(view)}`,
  })

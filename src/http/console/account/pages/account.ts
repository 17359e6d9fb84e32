import type { Editor } from '#core/access/editor.ts'
import { type ActiveCodes, areCodesActive, type OneTimeCodes } from '#core/access/one-time-code.ts'
import type { Passkey } from '#core/access/passkey.ts'
import { MIN_PASSPHRASE_LENGTH } from '#core/access/passphrase.ts'
import { type Session, SESSION_IDLE_MS, SESSION_MAX_MS } from '#core/access/session.ts'
import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { field, formError, successNotice } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import { assetUrl } from '#http/pages/layout.ts'
import type { LiveSite } from '#ports/site.ts'

/** The form with which a script creates a passkey; without scripts it stays hidden. */
export const newPasskeyForm = (): Html => html`<form class="stack" id="new-passkey" hidden>
        ${field({ name: 'label', label: 'Name of the device' })}
        <button type="submit">Add a passkey</button>
      </form>
      <p class="error" id="passkey-trouble" role="alert"></p>`

/** The action that has just redirected here; the page says what it did. */
export const accountNotices = [
  'passphrase',
  'session',
  'elsewhere',
  'passkey',
  'passkey-removed',
  'codes-removed',
] as const
export type AccountNotice = (typeof accountNotices)[number]

const activeCodes = ({ confirmedAt, recoveryCodes }: ActiveCodes): Html => html`
      <p>On since ${dateTime(confirmedAt)}: signing in by passphrase also asks for a code. You have ${recoveryCodes} recovery codes left.</p>
      <div class="acts">
        ${actionButton({ path: '/console/account/recovery-codes', label: 'New recovery codes' })}
        ${actionButton({ path: '/console/account/codes/remove', label: 'Remove one-time codes' })}
      </div>`

const codesSetUp = (offersCodes: boolean): Html =>
  offersCodes
    ? actionButton({ path: '/console/account/codes/start', label: 'Set up one-time codes', style: 'plain' })
    : html`<p>One-time codes need a key to encrypt their secrets: an operator must set SECRET_KEY.</p>`

const codesSection = ({ codes, offersCodes }: { codes: OneTimeCodes | null; offersCodes: boolean }): Html =>
  html`<h2>One-time codes</h2>
      <p class="quiet">With an app that generates codes, a passphrase alone is not enough to sign in.</p>
      ${areCodesActive(codes) ? activeCodes(codes) : codesSetUp(offersCodes)}`

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const noticeText: Record<AccountNotice, string> = {
  passphrase: 'Your passphrase was changed, and every other session was ended.',
  session: 'The session was ended.',
  elsewhere: 'Every other session was ended.',
  passkey: 'The passkey was added.',
  'passkey-removed': 'The passkey was removed.',
  'codes-removed': 'Your one-time codes were removed.',
}

type AccountView = {
  editor: Editor
  /** The current session. */
  sessionId: string
  sessions: readonly Session[]
  hasPassphrase: boolean
  passkeys: readonly Passkey[]
  /** Null if one-time codes were never set up. */
  codes: OneTimeCodes | null
  /** Whether there is a key to encrypt their secrets. */
  offersCodes: boolean
  /** Whether the service has a host name, which passkeys need. */
  offersPasskeys: boolean
  done: AccountNotice | null
  error: string | null
  errors: readonly ValidationError[]
}

const sessionRow = ({ id, method, client, createdAt, seenAt }: Session, isThis: boolean): Html =>
  html`<tr>
      <td data-label="Browser">${client === '' ? 'Unknown browser' : client}${isThis && html` <strong>(this one)</strong>`}</td>
      <td data-label="By">${method}</td>
      <td data-label="Since">${dateTime(createdAt)}</td>
      <td data-label="Last used">${dateTime(seenAt)}</td>
      <td>${!isThis && actionButton({ path: '/console/account/sessions/end', label: 'End', fields: { id } })}</td>
    </tr>`

const sessionsSection = ({ sessions, sessionId }: AccountView): Html => html`<h2>Sessions</h2>
      <p class="quiet">A session ends after ${SESSION_IDLE_MS / MINUTE_MS} minutes without use, and after ${SESSION_MAX_MS / HOUR_MS} hours in any case. Times are UTC.</p>
      <table class="stacked">
        <thead><tr><th>Browser</th><th>By</th><th>Since</th><th>Last used</th><th><span class="unseen">End it</span></th></tr></thead>
        <tbody>${sessions.map((session) => sessionRow(session, session.id === sessionId))}</tbody>
      </table>
      ${
        sessions.length > 1 &&
        html`<form method="post" action="/console/account/sessions/end-others"><button type="submit">Sign out everywhere else</button></form>`
      }`

const passphraseSection = ({ hasPassphrase, editor, error, errors }: AccountView): Html => html`<h2>Passphrase</h2>
      ${formError(errors.length === 0 ? error : null)}
      <form class="stack" method="post" action="/console/account/passphrase">
        <input type="hidden" name="email" value="${editor.email ?? ''}" autocomplete="username" />
        ${
          hasPassphrase &&
          field({
            name: 'current',
            label: 'Current passphrase',
            type: 'password',
            autocomplete: 'current-password',
            errors,
          })
        }
        ${field({
          name: 'passphrase',
          label: 'New passphrase',
          type: 'password',
          autocomplete: 'new-password',
          hint: `At least ${MIN_PASSPHRASE_LENGTH} characters. Changing it ends every other session.`,
          errors,
        })}
        <button type="submit">Change passphrase</button>
      </form>`

const passkeyRow = ({ id, label, createdAt, usedAt }: Passkey): Html =>
  html`<tr>
      <td data-label="Name">${label}</td>
      <td data-label="Since">${dateTime(createdAt)}</td>
      <td data-label="Last used">${usedAt === null ? 'never' : dateTime(usedAt)}</td>
      <td>${actionButton({ path: '/console/passkeys/remove', label: 'Remove', fields: { id } })}</td>
    </tr>`

const passkeysSection = ({ passkeys, offersPasskeys }: AccountView): Html => html`<h2>Passkeys</h2>
      <p class="quiet">A passkey signs you in when you unlock your device. There is no passphrase to type or to lose.</p>
      ${
        passkeys.length > 0 &&
        html`<table class="stacked">
        <thead><tr><th>Name</th><th>Since</th><th>Last used</th><th><span class="unseen">Remove it</span></th></tr></thead>
        <tbody>${passkeys.map(passkeyRow)}</tbody>
      </table>`
      }
      ${
        offersPasskeys
          ? newPasskeyForm()
          : html`<p>Passkeys need a host name, but this service has only an IP address: an operator must set PUBLIC_URL.</p>`
      }`

/** The editor's own sessions, passkeys, one-time codes and passphrase. */
export const accountPage = ({ site }: { site: LiveSite }, account: AccountView): Html =>
  consolePage({
    title: 'Your account',
    site,
    editor: account.editor,
    activePath: '/console/account',
    head: account.offersPasskeys && html`<script type="module" src="${assetUrl('console-passkeys.js')}"></script>`,
    body: html`<h1>${account.editor.name}</h1>
      <p class="quiet">${account.editor.email ?? ''}, ${account.editor.role}</p>
      ${successNotice(account.done === null ? null : noticeText[account.done])}
      ${sessionsSection(account)}
      ${passkeysSection(account)}
      ${codesSection(account)}
      ${passphraseSection(account)}`,
  })

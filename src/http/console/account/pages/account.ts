import type { OneTimeCodes } from '#core/access/one-time-code.ts'
import type { Passkey } from '#core/access/passkey.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import type { Editor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import { MIN_PASSPHRASE_LENGTH } from '#core/access/passphrase.ts'
import { SESSION_IDLE_MS, SESSION_MAX_MS, type Session } from '#core/access/session.ts'
import { html, type Html } from '#html.ts'
import { newPasskeyForm } from '#http/console/pages/new-passkey.ts'
import { successNotice, field, formError } from '#http/console/pages/field.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton } from '#http/console/pages/action-button.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { codesSection } from './codes.ts'
import type { AccountNotice } from '#http/console/account/input.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const noticeText: Record<AccountNotice, string> = {
  passphrase: 'Your passphrase is changed; every other session has ended.',
  session: 'That session has ended.',
  elsewhere: 'Every other session has ended.',
  passkey: 'The passkey is added.',
  'passkey-removed': 'The passkey is removed.',
  'codes-removed': 'Your one-time codes are removed.',
}

type AccountView = {
  editor: Editor
  /** The session that the page is shown to. */
  sessionId: string
  sessions: readonly Session[]
  hasPassphrase: boolean
  passkeys: readonly Passkey[]
  /** Null without one-time codes. */
  codes: OneTimeCodes | null
  /** Whether there is a key to keep their secrets with. */
  offersCodes: boolean
  /** Whether the service has a host name that browsers bind passkeys to. */
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
          hint: `At least ${MIN_PASSPHRASE_LENGTH} characters. Every other session ends with the old one.`,
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
      <p class="quiet">A passkey signs you in with a device that you unlock. There is no passphrase to type or to lose.</p>
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
          : html`<p>Passkeys need a host name, but this page is served at a bare address. An operator can set PUBLIC_URL.</p>`
      }`

/** One's own sessions, passphrase and passkeys. */
export const accountPage = ({ houseName }: { houseName: string }, account: AccountView): Html =>
  consolePage({
    title: 'Your account',
    houseName,
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

import type { Editor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import { MIN_PASSPHRASE_LENGTH } from '#core/access/passphrase.ts'
import type { Session } from '#core/access/session.ts'
import { html, type Html } from '#html.ts'
import type { Passkey } from '#ports/store/editors.ts'
import { doneNote, field, formTrouble } from '#http/console/pages/field.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { moment } from '#http/console/pages/date-time.ts'
import type { Outcome } from '#http/console/account/input.ts'

const outcomeSentence: Record<Outcome, string> = {
  passphrase: 'Your passphrase is changed; every other session has ended.',
  session: 'That session has ended.',
  elsewhere: 'Every other session has ended.',
  passkey: 'The passkey is added.',
  'passkey-removed': 'The passkey is removed.',
}

type Account = {
  editor: Editor
  /** The session that the page is shown to. */
  sessionId: string
  sessions: readonly Session[]
  hasPassphrase: boolean
  passkeys: readonly Passkey[]
  /** Whether browsers bind passkeys to where this is served. */
  offersPasskeys: boolean
  done: Outcome | null
  trouble: string | null
  mistakes: readonly ValidationError[]
}

const sessionRow = ({ id, method, client, createdAt, seenAt }: Session, isThis: boolean): Html =>
  html`<tr>
      <td data-label="Browser">${client === '' ? 'Unknown browser' : client}${isThis && html` <strong>(this one)</strong>`}</td>
      <td data-label="By">${method}</td>
      <td data-label="Since">${moment(createdAt)}</td>
      <td data-label="Last used">${moment(seenAt)}</td>
      <td>${
        !isThis &&
        html`<form method="post" action="/console/account/sessions/end"><input type="hidden" name="id" value="${id}" /><button class="as-link" type="submit">End</button></form>`
      }</td>
    </tr>`

const sessionsPart = ({ sessions, sessionId }: Account): Html => html`<h2>Sessions</h2>
      <p class="quiet">A session ends after half an hour unused, and after twelve hours in any case. Times are UTC.</p>
      <table class="stacked">
        <thead><tr><th>Browser</th><th>By</th><th>Since</th><th>Last used</th><th><span class="unseen">End it</span></th></tr></thead>
        <tbody>${sessions.map((session) => sessionRow(session, session.id === sessionId))}</tbody>
      </table>
      ${
        sessions.length > 1 &&
        html`<form method="post" action="/console/account/sessions/end-others"><button type="submit">Sign out everywhere else</button></form>`
      }`

const passphrasePart = ({ hasPassphrase, editor, trouble, mistakes }: Account): Html => html`<h2>Passphrase</h2>
      ${formTrouble(mistakes.length === 0 ? trouble : null)}
      <form class="stack" method="post" action="/console/account/passphrase">
        <input type="hidden" name="email" value="${editor.email ?? ''}" autocomplete="username" />
        ${
          hasPassphrase &&
          field({
            name: 'current',
            label: 'Present passphrase',
            type: 'password',
            autocomplete: 'current-password',
            mistakes,
          })
        }
        ${field({
          name: 'passphrase',
          label: 'New passphrase',
          type: 'password',
          autocomplete: 'new-password',
          hint: `At least ${MIN_PASSPHRASE_LENGTH} characters. Every other session ends with the old one.`,
          mistakes,
        })}
        <button type="submit">Change</button>
      </form>`

const passkeyRow = ({ id, label, createdAt, usedAt }: Passkey): Html =>
  html`<tr>
      <td data-label="Name">${label}</td>
      <td data-label="Since">${moment(createdAt)}</td>
      <td data-label="Last used">${usedAt === null ? 'never' : moment(usedAt)}</td>
      <td><form method="post" action="/console/passkeys/remove"><input type="hidden" name="id" value="${id}" /><button class="as-link" type="submit">Remove</button></form></td>
    </tr>`

const passkeysPart = ({ passkeys, offersPasskeys }: Account): Html => html`<h2>Passkeys</h2>
      <p class="quiet">A passkey signs you in by a device that you unlock, without a passphrase to type or to lose.</p>
      ${
        passkeys.length > 0 &&
        html`<table class="stacked">
        <thead><tr><th>Name</th><th>Since</th><th>Last used</th><th><span class="unseen">Remove it</span></th></tr></thead>
        <tbody>${passkeys.map(passkeyRow)}</tbody>
      </table>`
      }
      ${
        offersPasskeys
          ? html`<form class="stack" id="new-passkey" hidden>
        ${field({ name: 'label', label: 'Name of the device' })}
        <button type="submit">Add a passkey</button>
      </form>
      <p class="mistake" id="passkey-trouble" role="alert"></p>`
          : html`<p>Passkeys need a host name, and this page is served at a bare address: an operator can set PUBLIC_URL.</p>`
      }`

/** One's own sessions, passphrase and passkeys. */
export const accountPage = ({ houseName }: { houseName: string }, account: Account): Html =>
  consolePage({
    title: 'Your account',
    houseName,
    editor: account.editor,
    at: '/console/account',
    head: account.offersPasskeys && html`<script type="module" src="/assets/console-passkeys.js"></script>`,
    body: html`<h1>${account.editor.name}</h1>
      <p class="quiet">${account.editor.email ?? ''}, ${account.editor.role}</p>
      ${doneNote(account.done === null ? null : outcomeSentence[account.done])}
      ${sessionsPart(account)}
      ${passkeysPart(account)}
      ${passphrasePart(account)}`,
  })

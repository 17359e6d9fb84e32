import { type Editor, type ListedEditor, type Role, roles } from '#core/access/editor.ts'
import type { SecondFactorRole } from '#core/access/session.ts'
import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { field, formError, successNotice } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, copyButton, dateTime, inPlaceScript } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

/** The action that has just redirected here; the page says what it did. */
export const userNotices = ['role', 'removed', 'reset'] as const
export type UserNotice = (typeof userNotices)[number]

type Site = { site: LiveSite }

const noticeText: Record<UserNotice, string> = {
  role: 'The role was changed.',
  reset: 'The passkeys and one-time codes of the user were removed; the passphrase stays.',
  removed: 'The user was removed and signed out everywhere.',
}

const roleText: Record<Role, string> = {
  reviewer: 'recommends',
  editor: 'decides and edits',
  admin: 'also manages keys, subscribers and users',
}

const roleSelect = (id: string, chosen: string): Html =>
  html`<select id="${id}" name="role">${roles.map(
    (role) => html`<option value="${role}"${role === chosen && html` selected`}>${role}: ${roleText[role]}</option>`,
  )}</select>`

const signInMethods = ({ hasPassphrase, passkeys }: ListedEditor): string => {
  const ways = [hasPassphrase && 'passphrase', passkeys > 0 && `${passkeys} passkeys`].filter((way) => way !== false)
  return ways.length === 0 ? 'not set up yet' : ways.join(', ')
}

const userActions = ({ id, name, role }: ListedEditor): Html => html`
        <form class="inline" method="post" action="/console/people/role">
          <input type="hidden" name="id" value="${id}" />
          <label class="unseen" for="role-${id}">Role of ${name}</label>${roleSelect(`role-${id}`, role)}
          <button class="as-link" type="submit">Change role</button>
        </form>
        ${actionButton({ path: '/console/people/link', label: 'New link', fields: { id }, isInPlace: true })}
        ${actionButton({ path: '/console/people/second-factor', label: 'Reset second factor', fields: { id } })}
        ${actionButton({ path: '/console/people/remove', label: 'Remove', fields: { id } })}`

const row = (editor: ListedEditor): Html =>
  html`<tr>
      <td data-label="Name">${editor.name}</td>
      <td data-label="Email">${editor.email ?? ''}</td>
      <td data-label="Role">${editor.role}</td>
      <td data-label="Signs in by">${editor.removedAt === null ? signInMethods(editor) : html`removed ${dateTime(editor.removedAt)}`}</td>
      <td>${editor.removedAt === null && userActions(editor)}</td>
    </tr>`

/** A new sign-in link. Only its hash is stored, so it is shown once. */
export type ShownInvitation = { invited: Editor; link: string; expiresAt: string }

const invitationNotice = ({ invited, link, expiresAt }: ShownInvitation): Html =>
  html`<section class="notice" aria-labelledby="invited"><h2 id="invited" tabindex="-1" data-answer>Sign-in link for ${invited.name}</h2>
      <p>Give it only to ${invited.name}: anyone who opens it can set a passphrase and sign in as ${invited.role}. It is shown only once. It works once, until ${dateTime(expiresAt)} UTC.</p>
      <pre id="link" tabindex="0" role="region" aria-label="Sign-in link">${link}</pre>
      <p>${copyButton('link', 'the link')}</p></section>`

type UsersView = {
  editor: Editor
  /** The link that was just created. */
  invitation: ShownInvitation | null
  users: readonly ListedEditor[]
  /** The submitted fields of the form for a new user. */
  values: { name?: string; email?: string; role?: string }
  done: UserNotice | null
  /** Keys that were revoked with the removal. */
  keys: readonly string[]
  error: string | null
  errors: readonly ValidationError[]
}

/** Who may sign in to the console, and with which role. */
export const usersPage = (
  { site, secondFactorRole }: Site & { secondFactorRole: SecondFactorRole },
  { editor, invitation, users, values, done, keys, error, errors }: UsersView,
): Html =>
  consolePage({
    title: 'Users',
    site,
    editor,
    activePath: '/console/people',
    head: inPlaceScript(),
    body: html`<h1>Users</h1>
      ${invitation !== null && invitationNotice(invitation)}
      ${successNotice(done === null ? null : [noticeText[done], ...(keys.length === 0 ? [] : [`Revoked keys: ${keys.join(', ')}.`])].join(' '))}
      ${formError(errors.length === 0 ? error : null)}
      <table class="stacked">
        <thead><tr><th>Name</th><th>Email</th><th>Role</th><th>Signs in by</th><th>Change</th></tr></thead>
        <tbody>${users.map(row)}</tbody>
      </table>
      <h2>Add a user</h2>
      ${
        secondFactorRole === null &&
        html`<p class="quiet">As soon as there are two users, admins sign in with a passkey or one-time codes, too. Whoever has neither is asked to set one up at the next sign-in.</p>`
      }
      <form class="stack" method="post" action="/console/people" data-in-place>
        ${field({ name: 'name', label: 'Name', value: values.name, errors })}
        ${field({ name: 'email', label: 'Email address', type: 'email', value: values.email, errors })}
        <div class="field"><label for="role">Role</label>${roleSelect('role', values.role ?? 'editor')}</div>
        <button type="submit">Add and create a link</button>
      </form>`,
  })

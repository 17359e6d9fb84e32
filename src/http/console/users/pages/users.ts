import { roles, type Editor, type Role, type ListedEditor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { successNotice, field, formError } from '#http/console/pages/field.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton } from '#http/console/pages/action-button.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import type { UserNotice } from '#http/console/users/input.ts'

type Site = { houseName: string }

const noticeText: Record<UserNotice, string> = {
  role: 'The role is changed.',
  reset: 'Passkeys and one-time codes of the user are removed; the passphrase stays.',
  removed: 'The user is removed and signed out everywhere.',
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
        ${actionButton({ path: '/console/people/link', label: 'New link', fields: { id } })}
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

type UsersView = {
  editor: Editor
  users: readonly ListedEditor[]
  /** The fields of the form for a new user, when it comes back. */
  values: { name?: string; email?: string; role?: string }
  done: UserNotice | null
  /** Keys that were revoked with the removal. */
  keys: readonly string[]
  error: string | null
  errors: readonly ValidationError[]
}

/** Who may sign in to the console, and in which role. */
export const usersPage = ({ houseName }: Site, { editor, users, values, done, keys, error, errors }: UsersView): Html =>
  consolePage({
    title: 'Users',
    houseName,
    editor,
    activePath: '/console/people',
    body: html`<h1>Users</h1>
      ${successNotice(done === null ? null : [noticeText[done], ...(keys.length === 0 ? [] : [`Revoked keys: ${keys.join(', ')}.`])].join(' '))}
      ${formError(errors.length === 0 ? error : null)}
      <table class="stacked">
        <thead><tr><th>Name</th><th>Email</th><th>Role</th><th>Signs in by</th><th>Change</th></tr></thead>
        <tbody>${users.map(row)}</tbody>
      </table>
      <h2>Add a user</h2>
      <form class="stack" method="post" action="/console/people">
        ${field({ name: 'name', label: 'Name', value: values.name, errors })}
        ${field({ name: 'email', label: 'Email address', type: 'email', value: values.email, errors })}
        <div class="field"><label for="role">Role</label>${roleSelect('role', values.role ?? 'editor')}</div>
        <button type="submit">Add and create a link</button>
      </form>`,
  })

/** A link that was just created. Only its hash is stored, so it is shown once. */
export const invitationCreatedPage = (
  { houseName }: Site,
  { editor, invited, link, expiresAt }: { editor: Editor; invited: Editor; link: string; expiresAt: string },
): Html =>
  consolePage({
    title: 'A sign-in link',
    houseName,
    editor,
    activePath: '/console/people',
    body: html`<h1>Sign-in link for ${invited.name}</h1>
      <p>Give it to ${invited.name} and nobody else: whoever opens it sets a passphrase and signs in as ${invited.role}. It is shown only now. It works once, until ${dateTime(expiresAt)} UTC.</p>
      <pre id="link">${link}</pre>
      <p><a href="/console/people">Back to users</a></p>`,
  })

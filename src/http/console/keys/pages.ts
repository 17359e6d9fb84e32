import { isLiveKey, type KeyRecord, keyScopes } from '#core/access/api-key.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { checkboxGroup, formError, scrollableTable, successNotice, textInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime, secretNotice, type ShownSecret } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/keys'

/** `used`: how many papers the key has submitted this hour. */
export type ListedKey = KeyRecord & { used: number }

export type KeyFormValues = { label: string; email: string; scopes: readonly string[]; days: string }

export type KeysView = {
  editor: Editor
  keys: readonly ListedKey[]
  limit: number
  now: Date
  values: KeyFormValues
  created: ShownSecret | null
  failure: Failure | null
  done: string | null
}

const stateOf = (key: KeyRecord, now: Date): Html => {
  if (key.revokedAt !== null) return html`revoked ${dateTime(key.revokedAt)}`
  if (!isLiveKey(key, now)) return html`expired ${dateTime(key.expiresAt ?? '')}`
  return key.expiresAt === null ? html`live` : html`live until ${dateTime(key.expiresAt)}`
}

const renewalForm = ({ id }: KeyRecord): Html =>
  html`<form method="post" action="${PATH}/${id}/renew"><label class="inline">Valid for
      <input name="days" inputmode="numeric" size="4" /> days; empty: no expiry</label>
      <button type="submit" class="plain">Renew</button></form>`

const keyActions = (key: KeyRecord, now: Date): Html | false => {
  if (key.revokedAt !== null) return false
  if (!isLiveKey(key, now)) return renewalForm(key)
  return html`${key.expiresAt !== null && renewalForm(key)}<form method="post" action="${PATH}/${key.id}/rotate"><label class="inline">Old secret valid for
      <input name="overlapHours" value="24" inputmode="numeric" size="4" /> hours</label>
      <button type="submit" class="plain">Rotate</button></form>
    ${actionButton({ path: `${PATH}/${key.id}/revoke`, label: 'Revoke', style: 'plain' })}`
}

const row = (key: ListedKey, { limit, now }: Pick<KeysView, 'limit' | 'now'>): Html =>
  html`<tr id="${key.id}">
      <td>${key.id}</td><td dir="auto">${key.label}</td><td>${key.scopes.join(', ')}</td><td>${stateOf(key, now)}</td>
      <td>${key.lastUsedAt === null ? 'never' : dateTime(key.lastUsedAt)}</td><td>${key.used} of ${limit}</td><td>${keyActions(key, now)}</td>
    </tr>`

/** Every API key, and the form for a new one. A secret is shown only when it is created. */
export const keysPage = ({ site }: { site: LiveSite }, view: KeysView): Html => {
  const { editor, keys, values, created, failure, done } = view
  const errors = failure?.details ?? []
  return consolePage({
    title: 'API keys',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>API keys</h1>
      ${successNotice(done)}
      ${formError(failure?.message ?? null)}
      ${secretNotice(created)}
      <form class="stack" method="post" action="${PATH}">
        <h2>New key</h2>
        ${textInput({ name: 'label', label: 'Owner', value: values.label, errors })}
        ${textInput({ name: 'email', label: 'Email address for decisions', value: values.email, hint: 'Optional.', errors })}
        ${checkboxGroup({ name: 'scopes', legend: 'Scopes', values: keyScopes, chosen: values.scopes, errors })}
        ${textInput({ name: 'days', label: 'Valid for (days)', value: values.days, hint: 'Empty: no expiry.', inputmode: 'numeric', errors })}
        <button type="submit">Create key</button>
      </form>
      <h2>Existing keys</h2>
      ${
        keys.length === 0
          ? html`<p>There are no keys yet.</p>`
          : scrollableTable(
              'API keys',
              ['Id', 'Owner', 'Scopes', 'State (UTC)', 'Last used (UTC)', 'Submitted this hour', ''],
              keys.map((key) => row(key, view)),
            )
      }`,
  })
}

import type { ActionContext } from './run-action.ts'
import { hashSecret, isLiveKey } from '#core/access/api-key.ts'
import { type Editor, type Role, editorActor, invitationExpiry } from '#core/access/editor.ts'
import { recordAccountChange } from './account-changes.ts'
import { Failure } from '#core/failure.ts'
import type { EditorReader } from '#ports/store/accounts.ts'
import type { AuditRecord } from '#core/audit.ts'
import { revokeKey } from './api-keys.ts'

/** An invitation is valid for one sign-in. The token is only in the link; its hash is stored. */
export type Invitation = { editor: Editor; token: string; expiresAt: string }

/** Creates an invitation for an editor; earlier ones become invalid. */
const createInvitation = async (tx: ActionContext, editor: Editor): Promise<Invitation> => {
  const token = tx.ids.secret()
  const expiresAt = invitationExpiry(tx.now)
  const createdAt = tx.now.toISOString()
  await tx.editors.saveSignInLink({ hash: hashSecret(token), editorId: editor.id, createdAt, expiresAt })
  return { editor, token, expiresAt }
}

/** Only the first admin is added without an address. */
type AddEditorInput = { name: string; email: string | null; role: Role; actor: string }

/** Adds an editor, who sets a passphrase through the link. Throws `invalid` for an address that another editor has. */
export const addEditor = async (tx: ActionContext, { actor, ...person }: AddEditorInput): Promise<Invitation> => {
  const id = `e_${tx.ids.secret().slice(0, 12)}`
  const editor: Editor = { id, ...person, createdAt: tx.now.toISOString(), removedAt: null }
  await tx.editors.add(editor)
  const { name, role } = editor
  await recordAccountChange(tx, { change: 'editor.add', owner: editor, actor, after: { name, role }, detail: role })
  return createInvitation(tx, editor)
}

/** An editor who was not removed. Throws `not_found`. */
export const getActiveEditor = async (editors: EditorReader, id: string): Promise<Editor> => {
  const editor = await editors.find(id)
  if (editor === null || editor.removedAt !== null)
    throw new Failure('not_found', `There is no editor ${id}; "longview editors list" shows them.`)
  return editor
}

/** Creates a new link for an editor to set a passphrase; earlier links become invalid. Throws `not_found`. */
export const renewInvitation = async (
  tx: ActionContext,
  { id, actor }: { id: string; actor: string },
): Promise<Invitation> => {
  const editor = await getActiveEditor(tx.editors, id)
  await recordAccountChange(tx, { change: 'editor.link', owner: editor, actor })
  return createInvitation(tx, editor)
}

/** Throws `wrong_state` for the only admin. */
const assertNotLastAdmin = async (editors: EditorReader, { id, role }: Editor): Promise<void> => {
  if (role !== 'admin') return
  const others = (await editors.list()).filter(
    (editor) => editor.role === 'admin' && editor.removedAt === null && editor.id !== id,
  )
  if (others.length === 0)
    throw new Failure('wrong_state', 'This is the last admin, and one is needed: make another editor an admin first.')
}

/** Changes an editor's role, from the next request on. Throws `not_found`, and `wrong_state` for the last admin. */
export const changeRole = async (
  tx: ActionContext,
  { id, role, actor }: { id: string; role: Role; actor: string },
): Promise<void> => {
  const editor = await getActiveEditor(tx.editors, id)
  if (editor.role === role) return
  await assertNotLastAdmin(tx.editors, editor)
  await tx.editors.setRole(id, role)
  const before = { role: editor.role }
  await recordAccountChange(tx, { change: 'editor.role', owner: editor, actor, before, after: { role }, detail: role })
}

const PAGE = 200
const issuingActs = ['key.create', 'key.rotate'] as const

/** All records that match a filter, newest first. */
const allRecords = async (
  tx: ActionContext,
  filter: { actor: string | null; act: string | null; subject: string | null },
): Promise<AuditRecord[]> => {
  const found: AuditRecord[] = []
  for (let before: number | null = null; ;) {
    const page = await tx.audit.list(filter, before, PAGE)
    found.push(...page.records)
    if (page.next === null) return found
    before = page.next
  }
}

/** Whether somebody was shown a secret of this key that still works: the current one, or the previous one in its overlap. */
const knowsSecret = async (tx: ActionContext, keyId: string, actor: string): Promise<boolean> => {
  const records = await allRecords(tx, { actor: null, act: null, subject: keyId })
  const [last, before] = records.filter(({ act }) => issuingActs.some((issuing) => issuing === act))
  if (last?.actor === actor) return true
  if (last === undefined || before?.actor !== actor) return false
  const { previousUntil } = JSON.parse(last.after ?? '{}') as { previousUntil?: string }
  return previousUntil !== undefined && previousUntil > tx.now.toISOString()
}

/** Ids of the live keys whose secret was shown to an editor who created or rotated them. */
const findIssuedKeys = async (tx: ActionContext, editor: { id: string }): Promise<string[]> => {
  const actor = editorActor(editor)
  const subjects = new Set<string>()
  for (const act of issuingActs)
    for (const { subject } of await allRecords(tx, { actor, act, subject: null })) subjects.add(subject)
  const issued: string[] = []
  for (const id of subjects) {
    const key = await tx.keys.find(id)
    if (key !== null && isLiveKey(key, tx.now) && (await knowsSecret(tx, id, actor))) issued.push(id)
  }
  return issued
}

/**
 * Removes an editor with their sessions, links, passphrase and passkeys, and revokes the live API keys whose secret they were
 * shown; returns the ids of those keys. Throws `not_found`, and `wrong_state` for the last admin.
 */
export const removeEditor = async (
  tx: ActionContext,
  { id, actor }: { id: string; actor: string },
): Promise<string[]> => {
  const editor = await getActiveEditor(tx.editors, id)
  await assertNotLastAdmin(tx.editors, editor)
  await tx.editors.remove(id, tx.now.toISOString())
  const { name, role } = editor
  await recordAccountChange(tx, { change: 'editor.remove', owner: editor, actor, before: { name, role } })
  const keys = await findIssuedKeys(tx, editor)
  for (const key of keys) await revokeKey(tx, { id: key, actor })
  return keys
}

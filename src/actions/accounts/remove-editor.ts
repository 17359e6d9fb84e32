import type { ActionContext } from '#actions/run-action.ts'
import { findIssuedKeys } from './find-issued-keys.ts'
import { getActiveEditor } from './get-active-editor.ts'
import { assertNotLastAdmin } from './assert-not-last-admin.ts'
import { notifyOwners } from './notify-owners.ts'
import { revokeKey } from './revoke-key.ts'

type RemoveEditorInput = { id: string; actor: string }

/**
 * Removes an editor: sessions, links, passphrase and passkeys end at once, and so do the live API keys whose secret the
 * editor was shown; their ids. Throws `not_found`, and `wrong_state` for the last admin.
 */
export const removeEditor = async (tx: ActionContext, { id, actor }: RemoveEditorInput): Promise<string[]> => {
  const editor = await getActiveEditor(tx.editors, id)
  await assertNotLastAdmin(tx.editors, editor)
  const at = tx.now.toISOString()
  await tx.editors.remove(id, at)
  const { name, role } = editor
  await tx.audit.record({ at, actor, act: 'editor.remove', subject: id, before: { name, role }, after: null })
  await notifyOwners(tx, { change: 'editor.remove', owner: editor, actor })
  const keys = await findIssuedKeys(tx, editor)
  for (const key of keys) await revokeKey(tx, { id: key, actor })
  return keys
}

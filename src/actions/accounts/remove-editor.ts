import type { ActionContext } from '#actions/run-action.ts'
import { findIssuedKeys } from './find-issued-keys.ts'
import { getActiveEditor } from './get-active-editor.ts'
import { assertNotLastAdmin } from './assert-not-last-admin.ts'
import { recordAccountChange } from './record-account-change.ts'
import { revokeKey } from './revoke-key.ts'

type RemoveEditorInput = { id: string; actor: string }

/**
 * Removes an editor: sessions, links, passphrase and passkeys end at once, and so do the live API keys whose secret the
 * editor was shown; their ids. Throws `not_found`, and `wrong_state` for the last admin.
 */
export const removeEditor = async (tx: ActionContext, { id, actor }: RemoveEditorInput): Promise<string[]> => {
  const editor = await getActiveEditor(tx.editors, id)
  await assertNotLastAdmin(tx.editors, editor)
  await tx.editors.remove(id, tx.now.toISOString())
  const { name, role } = editor
  await recordAccountChange(tx, { change: 'editor.remove', owner: editor, actor, before: { name, role } })
  const keys = await findIssuedKeys(tx, editor)
  for (const key of keys) await revokeKey(tx, { id: key, actor })
  return keys
}

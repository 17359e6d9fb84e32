import type { ActionContext } from '#actions/run-action.ts'
import type { Role } from '#core/access/editor.ts'
import { getActiveEditor } from './get-active-editor.ts'
import { assertNotLastAdmin } from './assert-not-last-admin.ts'
import { recordAccountChange } from './record-account-change.ts'

type ChangeRoleInput = { id: string; role: Role; actor: string }

/** Gives an editor another role, from the next request on. Throws `not_found`, and `wrong_state` for the last admin. */
export const changeRole = async (tx: ActionContext, { id, role, actor }: ChangeRoleInput): Promise<void> => {
  const editor = await getActiveEditor(tx.editors, id)
  if (editor.role === role) return
  await assertNotLastAdmin(tx.editors, editor)
  await tx.editors.setRole(id, role)
  const before = { role: editor.role }
  await recordAccountChange(tx, { change: 'editor.role', owner: editor, actor, before, after: { role }, detail: role })
}

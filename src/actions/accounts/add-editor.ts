import type { ActionContext } from '#actions/run-action.ts'
import type { Editor, Role } from '#core/access/editor.ts'
import { createInvitation, type Invitation } from './create-invitation.ts'
import { notifyOwners } from './notify-owners.ts'

/** Only the first admin begins without an address. */
type AddEditorInput = { name: string; email: string | null; role: Role; actor: string }

/** Adds an editor, who sets a passphrase by the link. Throws `invalid` for an address that another editor has. */
export const addEditor = async (tx: ActionContext, { actor, ...person }: AddEditorInput): Promise<Invitation> => {
  const at = tx.now.toISOString()
  const id = `e_${tx.ids.secret().slice(0, 12)}`
  const editor: Editor = { id, ...person, createdAt: at, removedAt: null }
  await tx.editors.add(editor)
  const { name, role } = editor
  await tx.audit.record({ at, actor, act: 'editor.add', subject: id, before: null, after: { name, role } })
  await notifyOwners(tx, { change: 'editor.add', owner: editor, actor, detail: role })
  return createInvitation(tx, editor)
}

import type { ActionContext } from '#actions/run-action.ts'
import type { Editor, Role } from '#core/access/editor.ts'
import { createInvitation, type Invitation } from './create-invitation.ts'
import { recordAccountChange } from './record-account-change.ts'

/** Only the first admin begins without an address. */
type AddEditorInput = { name: string; email: string | null; role: Role; actor: string }

/** Adds an editor, who sets a passphrase by the link. Throws `invalid` for an address that another editor has. */
export const addEditor = async (tx: ActionContext, { actor, ...person }: AddEditorInput): Promise<Invitation> => {
  const id = `e_${tx.ids.secret().slice(0, 12)}`
  const editor: Editor = { id, ...person, createdAt: tx.now.toISOString(), removedAt: null }
  await tx.editors.add(editor)
  const { name, role } = editor
  await recordAccountChange(tx, { change: 'editor.add', owner: editor, actor, after: { name, role }, detail: role })
  return createInvitation(tx, editor)
}

import type { ActionContext } from '#actions/run-action.ts'
import { getActiveEditor } from './get-active-editor.ts'
import { createInvitation, type Invitation } from './create-invitation.ts'
import { recordAccountChange } from './record-account-change.ts'

/** Makes a new link by which an editor sets a passphrase; earlier links end. Throws `not_found`. */
export const renewInvitation = async (
  tx: ActionContext,
  { id, actor }: { id: string; actor: string },
): Promise<Invitation> => {
  const editor = await getActiveEditor(tx.editors, id)
  await recordAccountChange(tx, { change: 'editor.link', owner: editor, actor })
  return createInvitation(tx, editor)
}

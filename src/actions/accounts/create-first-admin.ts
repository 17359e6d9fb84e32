import type { ActionContext } from '#actions/run-action.ts'
import { addEditor } from './add-editor.ts'
import type { Invitation } from './create-invitation.ts'

/** Makes the first admin, whose name and address come with the first use of the link; null when there ever was an editor. */
export const createFirstAdmin = async (tx: ActionContext): Promise<Invitation | null> => {
  if ((await tx.editors.list()).length > 0) return null
  return addEditor(tx, { name: 'First admin', email: null, role: 'admin', actor: 'first start' })
}

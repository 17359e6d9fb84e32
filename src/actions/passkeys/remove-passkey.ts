import { notifyOwners } from '#actions/accounts/notify-owners.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'

type RemovePasskeyInput = { id: string; editor: Editor }

/** Ends a passkey of an editor's own. Throws `not_found`. */
export const removePasskey = async (tx: ActionContext, { id, editor }: RemovePasskeyInput): Promise<void> => {
  const passkey = await tx.passkeys.find(id)
  if (passkey === null || !(await tx.passkeys.remove(id, editor.id)))
    throw new Failure('not_found', 'You have no such passkey.')
  const at = tx.now.toISOString()
  const actor = editorActor(editor)
  const before = { label: passkey.label }
  await tx.audit.record({ at, actor, act: 'passkey.remove', subject: editor.id, before, after: null })
  await notifyOwners(tx, { change: 'passkey.remove', owner: editor, actor, detail: passkey.label })
}

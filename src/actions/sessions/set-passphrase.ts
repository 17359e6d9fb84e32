import { notifyOwners } from '#actions/accounts/notify-owners.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'

type SetPassphraseInput = { editor: Editor; passphraseHash: string; exceptSessionId: string | null }

/** Sets a passphrase and ends the editor's other sessions: whoever had the old passphrase is signed out. */
export const setPassphrase = async (
  tx: ActionContext,
  { editor, passphraseHash, exceptSessionId }: SetPassphraseInput,
): Promise<void> => {
  await tx.editors.setPassphrase(editor.id, passphraseHash)
  await tx.sessions.endOthers(editor.id, exceptSessionId)
  await tx.secondFactors.endAllPending(editor.id)
  const at = tx.now.toISOString()
  const actor = editorActor(editor)
  await tx.audit.record({ at, actor, act: 'editor.passphrase', subject: editor.id, before: null, after: null })
  await notifyOwners(tx, { change: 'editor.passphrase', owner: editor, actor })
}

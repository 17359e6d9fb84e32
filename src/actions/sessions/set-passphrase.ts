import { recordAccountChange } from '#actions/accounts/record-account-change.ts'
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
  await recordAccountChange(tx, { change: 'editor.passphrase', owner: editor, actor: editorActor(editor) })
}

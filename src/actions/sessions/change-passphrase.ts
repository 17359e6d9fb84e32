import type { ActionContext } from '#actions/run-action.ts'
import type { Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { setPassphrase } from './set-passphrase.ts'

type ChangePassphraseInput = {
  editor: Editor
  sessionId: string
  /** The stored hash that the current passphrase was verified against; null when there was none. */
  verifiedHash: string | null
  /** Of the new passphrase. */
  passphraseHash: string
}

/** Changes one's own passphrase; all other sessions end. Throws `wrong_state` when it was changed since it was verified. */
export const changePassphrase = async (
  tx: ActionContext,
  { editor, sessionId, verifiedHash, passphraseHash }: ChangePassphraseInput,
): Promise<void> => {
  if ((await tx.editors.findPassphraseHash(editor.id)) !== verifiedHash)
    throw new Failure('wrong_state', 'Your passphrase was changed elsewhere a moment ago.')
  await setPassphrase(tx, { editor, passphraseHash, exceptSessionId: sessionId })
}

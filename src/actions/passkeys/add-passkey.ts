import { recordAccountChange } from '#actions/accounts/record-account-change.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import type { VerifiedPasskey } from '#ports/web-authn.ts'

type AddPasskeyInput = {
  editor: Editor
  /** Where it was made: that its owner has it is proved there. */
  sessionId: string
  /** As `passkeyLabel` gives it. */
  label: string
  /** Null when the device's response could not be verified. */
  passkey: VerifiedPasskey | null
}

const MOST_PASSKEYS = 20

/** Stores a passkey that a device of the editor's has made. Throws `invalid` when it was not verified or is known already. */
export const addPasskey = async (
  tx: ActionContext,
  { editor, sessionId, label, passkey }: AddPasskeyInput,
): Promise<void> => {
  if (passkey === null)
    throw validationFailure([{ path: 'passkey', message: 'could not be checked, or was made too long ago: try again' }])
  if ((await tx.passkeys.listByEditor(editor.id)).length >= MOST_PASSKEYS)
    throw new Failure('wrong_state', `An editor has at most ${MOST_PASSKEYS} passkeys: remove one first.`)
  const at = tx.now.toISOString()
  await tx.passkeys.add({ ...passkey, editorId: editor.id, label, createdAt: at, usedAt: null })
  await tx.sessions.confirm(sessionId, { at, secondFactor: 'passkey' })
  const actor = editorActor(editor)
  await recordAccountChange(tx, { change: 'passkey.add', owner: editor, actor, after: { label }, detail: label })
}

import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { Session } from '#core/access/session.ts'

type ConfirmWithPasskeyInput = {
  session: Session
  /** The passkey that was used, and how often its device says it was; null when the answer could not be verified. */
  used: { id: string; counter: number } | null
}

/** Notes that the owner of a session has proved to be there by a passkey of theirs. Throws `not_found` for another one. */
export const confirmWithPasskey = async (
  tx: ActionContext,
  { session, used }: ConfirmWithPasskeyInput,
): Promise<void> => {
  const passkey = used === null ? null : await tx.passkeys.find(used.id)
  if (used === null || passkey === null || passkey.editorId !== session.editorId)
    throw new Failure('not_found', 'This passkey is not yours here, or took too long; try again.')
  const at = tx.now.toISOString()
  await tx.passkeys.recordUse(used.id, used.counter, at)
  await tx.sessions.confirm(session.id, { at, secondFactor: 'passkey' })
}

import { recordAccountChange } from '#actions/accounts/record-account-change.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { createRecoveryCodes } from './create-recovery-codes.ts'

type ConfirmCodesInput = {
  editor: Editor
  sessionId: string
  /** The step of the first code; null when the code was wrong. */
  step: number | null
}

/**
 * From now on an editor's sign-ins by passphrase ask for a code; all other sessions end. Gives the recovery codes. Throws
 * `invalid` for a wrong code, and `wrong_state` when no secret waits for its first.
 */
export const confirmCodes = async (
  tx: ActionContext,
  { editor, sessionId, step }: ConfirmCodesInput,
): Promise<string[]> => {
  if (step === null)
    throw validationFailure([{ path: 'code', message: 'is not the one that the app should show now; check its clock' }])
  const at = tx.now.toISOString()
  if (!(await tx.secondFactors.confirm(editor.id, step, at)))
    throw new Failure('wrong_state', 'This was already confirmed, or started again elsewhere.')
  await tx.sessions.endOthers(editor.id, sessionId)
  await tx.sessions.confirm(sessionId, { at, secondFactor: 'code' })
  await recordAccountChange(tx, { change: 'codes.add', owner: editor, actor: editorActor(editor) })
  return createRecoveryCodes(tx, editor.id)
}

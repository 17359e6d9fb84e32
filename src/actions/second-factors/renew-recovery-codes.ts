import { recordAccountChange } from '#actions/accounts/record-account-change.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { areCodesActive } from '#core/access/one-time-code.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { formatRecoveryCode, hashRecoveryCode, RECOVERY_CODES } from '#core/access/recovery-code.ts'

/** New recovery codes, which are in the result and nowhere else: their hashes are stored. */
export const createRecoveryCodes = async (tx: ActionContext, editorId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => formatRecoveryCode(tx.ids.secret()))
  const hashes = codes.map((code) => hashRecoveryCode(editorId, code)).filter((hash) => hash !== null)
  await tx.secondFactors.saveRecoveryCodes(editorId, hashes)
  return codes
}

/** Gives an editor new recovery codes; those before stop working. Throws `wrong_state` without one-time codes. */
export const renewRecoveryCodes = async (tx: ActionContext, { editor }: { editor: Editor }): Promise<string[]> => {
  if (!areCodesActive(await tx.secondFactors.find(editor.id)))
    throw new Failure('wrong_state', 'Recovery codes come with one-time codes: set those up first.')
  await recordAccountChange(tx, { change: 'recovery-code.renew', owner: editor, actor: editorActor(editor) })
  return createRecoveryCodes(tx, editor.id)
}

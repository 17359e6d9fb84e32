import { recordAccountChange } from '#actions/accounts/record-account-change.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { areCodesActive } from '#core/access/one-time-code.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { createRecoveryCodes } from './create-recovery-codes.ts'

/** Gives an editor new recovery codes; those before stop working. Throws `wrong_state` without one-time codes. */
export const renewRecoveryCodes = async (tx: ActionContext, { editor }: { editor: Editor }): Promise<string[]> => {
  if (!areCodesActive(await tx.secondFactors.find(editor.id)))
    throw new Failure('wrong_state', 'Recovery codes come with one-time codes: set those up first.')
  await recordAccountChange(tx, { change: 'recovery-code.renew', owner: editor, actor: editorActor(editor) })
  return createRecoveryCodes(tx, editor.id)
}

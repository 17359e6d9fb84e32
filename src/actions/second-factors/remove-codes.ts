import { recordAccountChange } from '#actions/accounts/record-account-change.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { editorActor, type Editor, type Role } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { needsSecondFactor } from '#core/access/second-factor.ts'

type RemoveCodesInput = {
  editor: Editor
  /** The least role that must have a second factor; null for none. */
  secondFactorRole: Role | null
}

/**
 * Ends an editor's one-time codes with their recovery codes. Throws `not_found` without any, and `wrong_state` when they
 * are the only second factor of an editor who must have one.
 */
export const removeCodes = async (tx: ActionContext, { editor, secondFactorRole }: RemoveCodesInput): Promise<void> => {
  if ((await tx.secondFactors.find(editor.id)) === null) throw new Failure('not_found', 'You have no one-time codes.')
  const passkeys = await tx.passkeys.listByEditor(editor.id)
  if (passkeys.length === 0 && needsSecondFactor(editor.role, secondFactorRole))
    throw new Failure('wrong_state', 'Your role needs a second factor: add a passkey first.')
  await tx.secondFactors.remove(editor.id)
  await recordAccountChange(tx, { change: 'codes.remove', owner: editor, actor: editorActor(editor) })
}

import { recordAccountChange } from '#actions/accounts/record-account-change.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { areCodesActive } from '#core/access/one-time-code.ts'
import { needsSecondFactor } from '#core/access/second-factor.ts'
import { editorActor, type Editor, type Role } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'

const assertFactorLeft = async (tx: ActionContext, editorId: string): Promise<void> => {
  const codes = await tx.secondFactors.find(editorId)
  const passkeys = await tx.passkeys.listByEditor(editorId)
  if (passkeys.length === 0 && !areCodesActive(codes))
    throw new Failure('wrong_state', 'Your role needs a second factor: add another passkey or one-time codes first.')
}

type RemovePasskeyInput = {
  id: string
  editor: Editor
  /** The least role that must have a second factor; null for none. */
  secondFactorRole: Role | null
}

/**
 * Ends a passkey of an editor's own. Throws `not_found`, and `wrong_state` for the only second factor of an editor who
 * must have one.
 */
export const removePasskey = async (
  tx: ActionContext,
  { id, editor, secondFactorRole }: RemovePasskeyInput,
): Promise<void> => {
  const passkey = await tx.passkeys.find(id)
  if (passkey === null || !(await tx.passkeys.remove(id, editor.id)))
    throw new Failure('not_found', 'You have no such passkey.')
  if (needsSecondFactor(editor.role, secondFactorRole)) await assertFactorLeft(tx, editor.id)
  const { label } = passkey
  const actor = editorActor(editor)
  await recordAccountChange(tx, { change: 'passkey.remove', owner: editor, actor, before: { label }, detail: label })
}

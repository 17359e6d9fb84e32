import { getActiveEditor } from '#actions/accounts/get-active-editor.ts'
import { recordAccountChange } from '#actions/accounts/record-account-change.ts'
import type { ActionContext } from '#actions/run-action.ts'

/**
 * For an editor who lost the phone: ends one-time codes, recovery codes, passkeys and every session. The passphrase stays.
 * Throws `not_found`.
 */
export const resetSecondFactor = async (
  tx: ActionContext,
  { id, actor }: { id: string; actor: string },
): Promise<void> => {
  const editor = await getActiveEditor(tx.editors, id)
  await tx.secondFactors.remove(id)
  for (const passkey of await tx.passkeys.listByEditor(id)) await tx.passkeys.remove(passkey.id, id)
  await tx.sessions.endOthers(id, null)
  await recordAccountChange(tx, { change: 'editor.reset', owner: editor, actor })
}

import { getActiveEditor } from '#actions/accounts/get-active-editor.ts'
import { notifyOwners } from '#actions/accounts/notify-owners.ts'
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
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'editor.reset', subject: id, before: null, after: null })
  await notifyOwners(tx, { change: 'editor.reset', owner: editor, actor })
}

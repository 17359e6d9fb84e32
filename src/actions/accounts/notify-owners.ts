import { queueEmail } from '#actions/outbox/queue-email.ts'
import type { ActionContext } from '#actions/run-action.ts'
import type { AccountChange } from '#core/access/account-change.ts'
import { findActingId, type Editor } from '#core/access/editor.ts'

type NotifyOwnersInput = {
  change: AccountChange
  /** Whose account changed; null for what belongs to nobody's, such as an API key. */
  owner: Editor | null
  /** As histories name who did it. */
  actor: string
  detail?: string
}

/**
 * Tells the owner of an account that it changed, and the editor who did it: whoever acts through a stolen session cannot
 * keep that from its owner. Editors without an address are not told.
 */
export const notifyOwners = async (
  tx: ActionContext,
  { change, owner, actor, detail = '' }: NotifyOwnersInput,
): Promise<void> => {
  const actingId = findActingId(actor)
  const by = actingId === null ? null : await tx.editors.find(actingId)
  const text = tx.emails.accountChange({ change, owner, detail, by, at: tx.now.toISOString() })
  const addresses = [owner?.email, by?.email].filter((email) => email !== null && email !== undefined)
  for (const to of new Set(addresses)) await queueEmail(tx, { ...text, kind: 'account', to })
}

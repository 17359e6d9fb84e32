import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { notifyOwners } from './notify-owners.ts'

type RenewKeyInput = {
  id: string
  /** Null: it does not expire any more. */
  expiresAt: string | null
  actor: string
}

/** Gives a key another expiry, also one that has expired. Throws `not_found` for an unknown or revoked key. */
export const renewKey = async (tx: ActionContext, { id, expiresAt, actor }: RenewKeyInput): Promise<void> => {
  const found = await tx.keys.find(id)
  if (found === null || found.revokedAt !== null)
    throw new Failure('not_found', `There is no key ${id} that can be renewed; "longview keys list" shows them.`)
  await tx.keys.renew(id, expiresAt)
  const at = tx.now.toISOString()
  const before = { expiresAt: found.expiresAt }
  await tx.audit.record({ at, actor, act: 'key.renew', subject: id, before, after: { expiresAt } })
  await notifyOwners(tx, { change: 'key.renew', owner: null, actor, detail: found.label })
}

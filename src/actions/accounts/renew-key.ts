import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { recordAccountChange } from './record-account-change.ts'

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
  const before = { expiresAt: found.expiresAt }
  const after = { expiresAt }
  await recordAccountChange(tx, { change: 'key.renew', keyId: id, actor, before, after, detail: found.label })
}

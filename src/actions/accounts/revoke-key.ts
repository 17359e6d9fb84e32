import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { recordAccountChange } from './record-account-change.ts'

type RevokeKeyInput = { id: string; actor: string }

/** Ends a key at once, in every process. Throws `not_found` when there is no such live key. */
export const revokeKey = async (tx: ActionContext, { id, actor }: RevokeKeyInput): Promise<void> => {
  const at = tx.now.toISOString()
  if (!(await tx.keys.revoke(id, at)))
    throw new Failure('not_found', `There is no live key ${id}; "longview keys list" shows them.`)
  const before = { revokedAt: null }
  const after = { revokedAt: at }
  const detail = (await tx.keys.find(id))?.label ?? id
  await recordAccountChange(tx, { change: 'key.revoke', keyId: id, actor, before, after, detail })
}

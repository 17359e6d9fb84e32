import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { notifyOwners } from './notify-owners.ts'

type RevokeKeyInput = { id: string; actor: string }

/** Ends a key at once, in every process. Throws `not_found` when there is no such live key. */
export const revokeKey = async (tx: ActionContext, { id, actor }: RevokeKeyInput): Promise<void> => {
  const at = tx.now.toISOString()
  if (!(await tx.keys.revoke(id, at)))
    throw new Failure('not_found', `There is no live key ${id}; "longview keys list" shows them.`)
  const after = { revokedAt: at }
  await tx.audit.record({ at, actor, act: 'key.revoke', subject: id, before: { revokedAt: null }, after })
  const label = (await tx.keys.find(id))?.label ?? id
  await notifyOwners(tx, { change: 'key.revoke', owner: null, actor, detail: label })
}

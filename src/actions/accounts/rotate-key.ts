import type { ActionContext } from '#actions/run-action.ts'
import { isLiveKey } from '#core/access/api-key.ts'
import { formatApiKey, hashSecret } from '#core/access/key-format.ts'
import { Failure } from '#core/failure.ts'
import { recordAccountChange } from './record-account-change.ts'

const HOUR_MS = 3_600_000

type RotateKeyInput = {
  id: string
  /** How long the former secret stays valid, so that its users can change over. */
  overlapHours: number
  actor: string
}

/**
 * Gives a key another secret, which is in the result and nowhere else; what it submitted stays its own. Throws
 * `not_found` for a key that is not live.
 */
export const rotateKey = async (tx: ActionContext, { id, overlapHours, actor }: RotateKeyInput): Promise<string> => {
  const found = await tx.keys.find(id)
  if (found === null || !isLiveKey(found, tx.now)) throw new Failure('not_found', `There is no live key ${id}.`)
  const key = formatApiKey(tx.ids.secret())
  const previousUntil = new Date(tx.now.getTime() + overlapHours * HOUR_MS).toISOString()
  await tx.keys.rotate(id, hashSecret(key), previousUntil)
  const after = { previousUntil }
  await recordAccountChange(tx, { change: 'key.rotate', keyId: id, actor, after, detail: found.label })
  return key
}

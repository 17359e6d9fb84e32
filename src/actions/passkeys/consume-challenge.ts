import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { parseChallenge } from '#core/access/passkey.ts'

type ConsumeChallengeInput = {
  clientDataJSON: string
  /** Whom the challenge was for; null for signing in. */
  editorId: string | null
}

/**
 * The challenge that a response names, which no other response can use from now on. Null when it is none of
 * ours, was used, has expired, or was for somebody else.
 */
export const consumeChallenge = async (
  tx: ActionContext,
  { clientDataJSON, editorId }: ConsumeChallengeInput,
): Promise<string | null> => {
  const challenge = parseChallenge(clientDataJSON)
  if (challenge === null) return null
  const isOurs = await tx.passkeys.consumeChallenge(hashSecret(challenge), editorId, tx.now.toISOString())
  return isOurs ? challenge : null
}

import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { CHALLENGE_VALID_MS } from '#core/access/passkey.ts'

/** Stores a new challenge, which is valid once; `editorId` is null for signing in. */
export const createChallenge = async (tx: ActionContext, editorId: string | null): Promise<string> => {
  // 24 random bytes as 32 characters of base64url.
  const challenge = tx.ids.secret()
  const expiresAt = new Date(tx.now.getTime() + CHALLENGE_VALID_MS).toISOString()
  await tx.passkeys.saveChallenge({ hash: hashSecret(challenge), editorId, expiresAt })
  return challenge
}

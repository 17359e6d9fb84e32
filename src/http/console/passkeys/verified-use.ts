import { consumeChallenge } from '#actions/passkeys/consume-challenge.ts'
import type { AuthenticationResponse } from '#ports/web-authn.ts'
import { relyingPartyOf, type PasskeyRoutePorts } from './relying-party.ts'

/** A passkey that was used, and how often its device says it was. */
export type PasskeyUse = { id: string; counter: number }

/**
 * The passkey that answered; null when the challenge, the passkey or the answer is not what it should be.
 * `editorId`: whom the challenge was made for; null for signing in.
 */
export const verifiedUse = async (
  ports: Pick<PasskeyRoutePorts, 'run' | 'store' | 'webAuthn' | 'publicUrl' | 'houseName'>,
  answer: AuthenticationResponse,
  editorId: string | null,
): Promise<PasskeyUse | null> => {
  const site = relyingPartyOf(ports)
  const { clientDataJSON } = answer.response
  const challenge = await ports.run(consumeChallenge, { clientDataJSON, editorId })
  const passkey = challenge === null ? null : await ports.store.private.passkeys.find(answer.id)
  if (challenge === null || passkey === null) return null
  const used = await ports.webAuthn.verifyAuthentication(answer, passkey, { site, challenge })
  return used === null ? null : { id: passkey.id, counter: used.counter }
}

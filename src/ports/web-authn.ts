import type { RelyingParty, Passkey } from '#core/access/passkey.ts'

/** The answer of a device in the JSON form of WebAuthn level 3; all bytes are base64url. */
export type RegistrationResponse = {
  id: string
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}
export type AuthenticationResponse = {
  id: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

/** What is known of a new passkey once its device's answer is verified. */
export type VerifiedPasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>

/**
 * Verifies the answers of devices. Null for an answer that does not hold: another challenge, another site, a wrong
 * signature, bytes that are no answer. Rejects only when something is wrong on our side.
 */
export type WebAuthn = {
  verifyRegistration(
    answer: RegistrationResponse,
    asked: { site: RelyingParty; challenge: string },
  ): Promise<VerifiedPasskey | null>
  /** The counter after this use. */
  verifyAuthentication(
    answer: AuthenticationResponse,
    passkey: Passkey,
    asked: { site: RelyingParty; challenge: string },
  ): Promise<{ counter: number } | null>
}

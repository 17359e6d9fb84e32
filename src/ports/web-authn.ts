import type { RelyingParty } from '#core/access/passkey.ts'
import type { Passkey } from './store/editors.ts'

/** The answer of a device in the JSON form of WebAuthn level 3; all bytes are base64url. */
export type RegistrationResponse = {
  id: string
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}
export type AuthenticationResponse = {
  id: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

/** Judges what devices answer. Null for anything that is not what was asked, from where it was asked. */
export type WebAuthn = {
  verifyRegistration(
    answer: RegistrationResponse,
    asked: { site: RelyingParty; challenge: string },
  ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | null>
  /** The counter after this use. */
  verifyAuthentication(
    answer: AuthenticationResponse,
    passkey: Passkey,
    asked: { site: RelyingParty; challenge: string },
  ): Promise<{ counter: number } | null>
}

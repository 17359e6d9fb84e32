import type { PasskeySite } from '#core/access/passkey.ts'
import type { Passkey } from './store/editors.ts'

/** The answer of a device in the JSON form of WebAuthn level 3; all bytes are base64url. */
export type NewKeyAnswer = {
  id: string
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}
export type SignInAnswer = {
  id: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

/** Judges what devices answer. Null for anything that is not what was asked, from where it was asked. */
export type WebAuthn = {
  created(
    answer: NewKeyAnswer,
    asked: { site: PasskeySite; challenge: string },
  ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | null>
  /** The counter after this use. */
  used(
    answer: SignInAnswer,
    passkey: Passkey,
    asked: { site: PasskeySite; challenge: string },
  ): Promise<{ counter: number } | null>
}

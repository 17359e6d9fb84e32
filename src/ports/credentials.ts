import type { RelyingParty, Passkey } from '#core/access/passkey.ts'

/** Who is waiting for a hash. Requests of one network share a queue; a browser that is known goes ahead of it. */
export type HashingClient = { network: string; isKnown: boolean }

/**
 * Slow hashing of passphrases, off the main thread. Rejects with `unavailable` when too many requests are waiting. Omit
 * `client` for someone who is signed in or holds a link: they do not queue behind unknown clients.
 */
export type PassphraseHasher = {
  /** The stored form: parameters, salt and hash. */
  hash(passphrase: string, client?: HashingClient): Promise<string>
  /** Takes just as long when `stored` is null, and resolves to false. */
  verify(passphrase: string, stored: string | null, client?: HashingClient): Promise<boolean>
}

/** Common passphrases, which guessing starts with. */
export type CommonPassphrases = {
  /** Whether any of these lower-case forms is common. */
  includesAny(forms: readonly string[]): Promise<boolean>
}

/** A device's response in the JSON form of WebAuthn level 3; all bytes are base64url. */
export type RegistrationResponse = {
  id: string
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}
export type AuthenticationResponse = {
  id: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

/** What a verified registration says about a new passkey. */
export type VerifiedPasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>

/**
 * Verifies responses of devices. Null for a response that is not valid: another challenge, another site, a wrong
 * signature, malformed bytes. Rejects only on an internal error.
 */
export type WebAuthn = {
  verifyRegistration(
    response: RegistrationResponse,
    expected: { site: RelyingParty; challenge: string },
  ): Promise<VerifiedPasskey | null>
  /** Resolves to the signature counter after this use. */
  verifyAuthentication(
    response: AuthenticationResponse,
    passkey: Passkey,
    expected: { site: RelyingParty; challenge: string },
  ): Promise<{ counter: number } | null>
}

/** Encrypts secrets in the database with a key that is stored elsewhere. */
export type SecretBox = {
  /** @param about what the secret belongs to; it cannot be opened for anything else */
  seal(secret: Uint8Array, about: string): string
  /** Null if it was sealed with another key or for something else, or was altered. */
  open(sealed: string, about: string): Uint8Array | null
}

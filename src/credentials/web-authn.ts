import { PASSKEY_ALGORITHMS, type RelyingParty } from '#core/access/passkey.ts'
import type { WebAuthn } from '#ports/credentials.ts'

/** Loaded at the first use of a passkey: it is large, and most processes never need it. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

const asCredential = { type: 'public-key', clientExtensionResults: {} } as const

const expectationsOf = ({ site, challenge }: { site: RelyingParty; challenge: string }) => ({
  expectedChallenge: challenge,
  expectedOrigin: site.origin,
  expectedRPID: site.host,
  requireUserVerification: true,
})

/**
 * The library's verdict on a response; null if it throws, which it does for any invalid response, including unreadable
 * bytes. `verify` must only call the library: our own errors must not look like an invalid response.
 */
const nullIfInvalid = async <T>(verify: () => Promise<T>): Promise<T | null> => {
  try {
    return await verify()
  } catch {
    return null
  }
}

/** The stored key of a passkey. Throws if it is not a COSE key, which is not the fault of the response. */
const storedKey = async (publicKey: string): Promise<Uint8Array<ArrayBuffer>> => {
  const { decodeCredentialPublicKey } = await helpers()
  const bytes = new Uint8Array(Buffer.from(publicKey, 'base64url'))
  const key: unknown = decodeCredentialPublicKey(bytes)
  if (!(key instanceof Map)) throw new Error('The stored key of a passkey is not a COSE key.')
  return bytes
}

/** Verifies passkeys (WebAuthn). */
export const webAuthn = (): WebAuthn => ({
  verifyRegistration: async ({ id, response }, expected) => {
    const { verifyRegistrationResponse } = await library()
    const options = {
      response: { ...asCredential, id, rawId: id, response },
      ...expectationsOf(expected),
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    }
    const result = await nullIfInvalid(() => verifyRegistrationResponse(options))
    if (result === null || !result.verified) return null
    const { credential } = result.registrationInfo
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.transports ?? [],
    }
  },
  verifyAuthentication: async ({ id, response }, { id: passkeyId, publicKey, counter }, expected) => {
    const { verifyAuthenticationResponse } = await library()
    const options = {
      response: { ...asCredential, id, rawId: id, response },
      ...expectationsOf(expected),
      credential: { id: passkeyId, publicKey: await storedKey(publicKey), counter },
    }
    const result = await nullIfInvalid(() => verifyAuthenticationResponse(options))
    return result === null || !result.verified ? null : { counter: result.authenticationInfo.newCounter }
  },
})

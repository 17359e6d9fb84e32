import { PASSKEY_ALGORITHMS, type RelyingParty } from '#core/access/passkey.ts'
import type { WebAuthn } from '#ports/web-authn.ts'

/** Loaded when the first device answers: it is large, and most processes never need it. */
const library = () => import('@simplewebauthn/server')

const asCredential = { type: 'public-key', clientExtensionResults: {} } as const

const expectationsOf = ({ site, challenge }: { site: RelyingParty; challenge: string }) => ({
  expectedChallenge: challenge,
  expectedOrigin: site.origin,
  expectedRPID: site.host,
  requireUserVerification: true,
})

/**
 * What the library says to an answer; null where it throws, which it does for whatever does not hold in an answer,
 * down to bytes that it cannot read. `verify` must be the call of the library and nothing else: what we get wrong
 * ourselves must not look like a wrong answer.
 */
const nullWhereRefused = async <T>(verify: () => Promise<T>): Promise<T | null> => {
  try {
    return await verify()
  } catch {
    return null
  }
}

/** The stored key of a passkey. Throws when it is no COSE key: the answer is not to blame for that. */
const storedKey = async (publicKey: string): Promise<Uint8Array<ArrayBuffer>> => {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  const bytes = new Uint8Array(Buffer.from(publicKey, 'base64url'))
  const key: unknown = decodeCredentialPublicKey(bytes)
  if (!(key instanceof Map)) throw new Error('The stored key of a passkey is no COSE key.')
  return bytes
}

/** Passkeys by WebAuthn. */
export const webAuthn = (): WebAuthn => ({
  verifyRegistration: async ({ id, response }, asked) => {
    const { verifyRegistrationResponse } = await library()
    const options = {
      response: { ...asCredential, id, rawId: id, response },
      ...expectationsOf(asked),
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    }
    const result = await nullWhereRefused(() => verifyRegistrationResponse(options))
    if (result === null || !result.verified) return null
    const { credential } = result.registrationInfo
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.transports ?? [],
    }
  },
  verifyAuthentication: async ({ id, response }, { id: passkeyId, publicKey, counter }, asked) => {
    const { verifyAuthenticationResponse } = await library()
    const options = {
      response: { ...asCredential, id, rawId: id, response },
      ...expectationsOf(asked),
      credential: { id: passkeyId, publicKey: await storedKey(publicKey), counter },
    }
    const result = await nullWhereRefused(() => verifyAuthenticationResponse(options))
    return result === null || !result.verified ? null : { counter: result.authenticationInfo.newCounter }
  },
})

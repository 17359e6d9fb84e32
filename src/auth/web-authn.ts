import { PASSKEY_ALGORITHMS } from '#core/access/passkey.ts'
import type { WebAuthn } from '#ports/web-authn.ts'

/** Read when the first device answers: it is large, and most processes never need it. */
const library = () => import('@simplewebauthn/server')

const asCredential = { type: 'public-key', clientExtensionResults: {} } as const

/** The library throws plain errors for whatever an answer lacks: to callers that is an answer that does not hold. */
const orNull = async <T>(judge: () => Promise<T | null>): Promise<T | null> => {
  try {
    return await judge()
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

export const webAuthn = (): WebAuthn => ({
  verifyRegistration: async ({ id, response }, { site, challenge }) => {
    const { verifyRegistrationResponse } = await library()
    return orNull(async () => {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: { ...asCredential, id, rawId: id, response },
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.host,
        requireUserVerification: true,
        supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
      })
      if (!verified) return null
      const { credential } = registrationInfo
      return {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: response.transports ?? [],
      }
    })
  },
  verifyAuthentication: async ({ id, response }, passkey, { site, challenge }) => {
    const { verifyAuthenticationResponse } = await library()
    return orNull(async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...asCredential, id, rawId: id, response },
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.host,
        requireUserVerification: true,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
      })
      return verified ? { counter: authenticationInfo.newCounter } : null
    })
  },
})

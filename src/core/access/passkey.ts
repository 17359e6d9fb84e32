import { validationFailure } from '#core/failure.ts'
import { textError } from '#core/text/normalize-text.ts'

/** How long a challenge is valid. */
export const CHALLENGE_VALID_MS = 5 * 60_000

/** What passkeys are bound to: the origin of the site, and its display name. */
export type RelyingParty = { origin: string; host: string; name: string }

/** COSE identifiers of EdDSA, ES256 and RS256, in order of preference. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

type RegisteredCredential = { id: string; transports: readonly string[] }

const credentialDescriptors = (known: readonly RegisteredCredential[]) =>
  known.map(({ id, transports }) => ({ id, transports, type: 'public-key' }))

/**
 * Options to register a passkey, in the JSON form of WebAuthn Level 3. The challenge is base64url. `known`: existing passkeys of the
 * editor, which cannot be registered again.
 */
export const creationOptions = (
  site: RelyingParty,
  { id, name, email }: { id: string; name: string; email: string | null },
  { challenge, known }: { challenge: string; known: readonly RegisteredCredential[] },
): object => ({
  challenge,
  rp: { id: site.host, name: site.name },
  user: { id: Buffer.from(id).toString('base64url'), name: email ?? name, displayName: name },
  pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
  timeout: CHALLENGE_VALID_MS,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  excludeCredentials: credentialDescriptors(known),
})

/** Options to sign in with any passkey of this site. */
export const requestOptions = (site: RelyingParty, challenge: string): object => ({
  challenge,
  rpId: site.host,
  timeout: CHALLENGE_VALID_MS,
  userVerification: 'required',
  allowCredentials: [],
})

/** The challenge in the client data of a response; null if it is malformed. */
export const parseChallenge = (clientDataJson: string): string | null => {
  try {
    const data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as unknown
    const challenge = (data as { challenge?: unknown } | null)?.challenge
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

const LABEL_LENGTH = 100

/** Trims the label of a passkey. Throws `invalid`. */
export const passkeyLabel = (text: string): string => {
  const label = text.trim()
  const error = label === '' ? 'must not be empty' : textError(label, 'line')
  const message = label.length > LABEL_LENGTH ? `must have at most ${LABEL_LENGTH} characters` : error
  if (message !== null) throw validationFailure([{ path: 'label', message }])
  return label
}

/** A registered passkey of an editor. */
export type Passkey = {
  /** Credential id, base64url. */
  id: string
  editorId: string
  label: string
  /** COSE key, base64url. */
  publicKey: string
  /** The signature counter of the device; some devices always report 0. */
  counter: number
  transports: string[]
  createdAt: string
  usedAt: string | null
}

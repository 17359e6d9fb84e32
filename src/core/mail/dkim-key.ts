import { createPrivateKey, createPublicKey } from 'node:crypto'

/** What emails are signed with (RFC 6376, RFC 8463). The public key stands in DNS under `selector._domainkey.domain`. */
export type DkimKey = { domain: string; selector: string; privateKey: string; algorithm: 'rsa' | 'ed25519' }

/** RFC 8301 section 3.2: signers must use at least this, and verifiers take less for no signature. */
const MIN_BITS = 1_024

/** What keeps a text from being a key to sign with, in words that follow its name; null when nothing does. */
export const dkimKeyFault = (pem: string): string | null => {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    if (asymmetricKeyType === 'ed25519') return null
    if (asymmetricKeyType !== 'rsa') return `must be an RSA or Ed25519 key; ${asymmetricKeyType} is not supported`
    const bits = asymmetricKeyDetails?.modulusLength ?? 0
    return bits < MIN_BITS ? `must have at least ${MIN_BITS} bits, better 2048` : null
  } catch {
    return 'must be a private key in PEM without a password, as "openssl genrsa 2048" or "openssl genpkey -algorithm ed25519" prints'
  }
}

/** What signs with a private key that has no fault. */
export const dkimAlgorithm = (pem: string): DkimKey['algorithm'] =>
  createPrivateKey(pem).asymmetricKeyType === 'ed25519' ? 'ed25519' : 'rsa'

const ED25519_BYTES = 32

/** The public half as DNS has it in `p=`: the whole structure of an RSA key, and the bare bytes of Ed25519 (RFC 8463 section 4). */
export const dkimPublicPart = ({ privateKey, algorithm }: Pick<DkimKey, 'privateKey' | 'algorithm'>): string => {
  const whole = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return (algorithm === 'rsa' ? whole : whole.subarray(-ED25519_BYTES)).toString('base64')
}

import { createPrivateKey, createPublicKey } from 'node:crypto'

/** The key that signs emails (RFC 6376, RFC 8463). Its public key is in DNS under `selector._domainkey.domain`. */
export type DkimKey = { domain: string; selector: string; privateKey: string; algorithm: 'rsa' | 'ed25519' }

/** RFC 8301 section 3.2: signers must use at least this; verifiers ignore shorter keys. */
const MIN_BITS = 1_024

/** Why a text is not a usable signing key, as the rest of a sentence after its name; null when it is. */
export const dkimKeyFault = (pem: string): string | null => {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    if (asymmetricKeyType === 'ed25519') return null
    if (asymmetricKeyType !== 'rsa') return `must be an RSA or Ed25519 key; ${asymmetricKeyType} is not supported`
    const bits = asymmetricKeyDetails?.modulusLength ?? 0
    return bits < MIN_BITS ? `must have at least ${MIN_BITS} bits, preferably 2048` : null
  } catch {
    return 'must be a private key in PEM format without a passphrase, as printed by "openssl genrsa 2048" or "openssl genpkey -algorithm ed25519"'
  }
}

/** @param pem a key without fault */
export const dkimAlgorithm = (pem: string): DkimKey['algorithm'] =>
  createPrivateKey(pem).asymmetricKeyType === 'ed25519' ? 'ed25519' : 'rsa'

const ED25519_BYTES = 32

/** The public key for `p=` in DNS: the DER structure for RSA, the bare bytes for Ed25519 (RFC 8463 section 4). */
export const dkimPublicPart = ({ privateKey, algorithm }: Pick<DkimKey, 'privateKey' | 'algorithm'>): string => {
  const whole = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return (algorithm === 'rsa' ? whole : whole.subarray(-ED25519_BYTES)).toString('base64')
}

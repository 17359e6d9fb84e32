import { createPrivateKey } from 'node:crypto'

/** What emails are signed with (RFC 6376). The public key stands in DNS under `selector._domainkey.domain`. */
export type DkimKey = { domain: string; selector: string; privateKey: string }

/** RFC 8301 section 3.2: signers must use at least this, and verifiers take less for no signature. */
const MIN_BITS = 1_024

/** What keeps a text from being a key to sign with, in words that follow its name; null when nothing does. */
export const dkimKeyFault = (pem: string): string | null => {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    if (asymmetricKeyType !== 'rsa') return `must be an RSA key; ${asymmetricKeyType} is not supported`
    const bits = asymmetricKeyDetails?.modulusLength ?? 0
    return bits < MIN_BITS ? `must have at least ${MIN_BITS} bits, better 2048` : null
  } catch {
    return 'must be a private RSA key in PEM without a password, as "openssl genrsa 2048" prints'
  }
}

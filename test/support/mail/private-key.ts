import { generateKeyPairSync } from 'node:crypto'

/** A new private key to sign emails with, as PEM. */
export const privateKey = (type: 'rsa' | 'ed25519' | 'ed448', modulusLength = 1_024): string => {
  // Each kind has an overload of its own.
  const { privateKey: key } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength })
      : type === 'ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ed448')
  return key.export({ type: 'pkcs8', format: 'pem' }).trim()
}

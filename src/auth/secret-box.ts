import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretBox } from '#ports/secret-box.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM under a key that is derived from a text. `readKey` makes one where there is none yet, if asked to. */
export const secretBox = (readKey: (make: boolean) => string | null): SecretBox => {
  const derived = (make: boolean): Buffer | null => {
    const text = readKey(make)
    return text === null ? null : Buffer.from(hkdfSync('sha256', text, '', 'longview second factors', 32))
  }
  return {
    seal: (secret, about) => {
      const key = derived(true)
      if (key === null) throw new Error('There is no key to seal secrets with.')
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about))
      const parts = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(parts).toString('base64url')
    },
    open: (sealed, about) => {
      const key = derived(false)
      const bytes = Buffer.from(sealed, 'base64url')
      if (key === null || bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const options = { authTagLength: TAG_BYTES }
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), options)
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

import { randomBytes, createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { SecretBox } from '#ports/credentials.ts'

const KEY_BYTES = 32
const OWNER_ONLY = 0o600

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

const readIfThere = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Creates the file atomically: if several processes need a key at the same time, all use the first one. */
const makeFile = (path: string): void => {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, { mode: OWNER_ONLY })
  chmodSync(draft, OWNER_ONLY)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** A key in a private file, created when it is first needed. */
export const keyFile =
  (path: string) =>
  (make: boolean): string | null => {
    const found = readIfThere(path)
    if (found !== null || !make) return found
    makeFile(path)
    return readIfThere(path)
  }

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a key derived from a text. `readKey(true)` creates a missing key. */
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

type KeySettings = {
  secretKey: string | null
  database: { engine: 'sqlite'; path: string } | { engine: 'postgres' }
}

/**
 * Seals with the configured key, or with one in a file next to an SQLite database, which backups do not include. Null for
 * PostgreSQL without a configured key: processes on several machines must share one.
 */
export const openSecretBox = ({ secretKey, database }: KeySettings): SecretBox | null => {
  if (secretKey !== null) return secretBox(() => secretKey)
  return database.engine === 'sqlite' ? secretBox(keyFile(`${database.path}.key`)) : null
}

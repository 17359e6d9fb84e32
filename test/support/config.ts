import assert from 'node:assert/strict'
import { readConfig } from '#config.ts'
import { Failure } from '#core/failure.ts'
import { generateKeyPairSync } from 'node:crypto'

export type TestEnvironment = Record<string, string | undefined>

/** The errors of an environment, as `NAME message`. */
export const configErrors = (environment: TestEnvironment): string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    assert.equal(error.code, 'invalid')
    for (const { path, message } of error.details) assert.ok(error.message.includes(`  ${path} ${message}`))
    return error.details.map(({ path, message }) => `${path} ${message}`)
  }
}

/** A new private key to sign emails with, as PEM. */
export const privateKey = (type: 'rsa' | 'ed25519' | 'ed448', modulusLength = 1_024): string => {
  // Each kind has its own overload.
  const { privateKey: key } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength })
      : type === 'ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ed448')
  return key.export({ type: 'pkcs8', format: 'pem' }).trim()
}

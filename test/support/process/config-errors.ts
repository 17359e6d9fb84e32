import assert from 'node:assert/strict'
import { readConfig } from '#config.ts'
import { Failure } from '#core/failure.ts'

export type TestEnvironment = Record<string, string | undefined>

/** What is wrong with an environment, as `NAME message`. */
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

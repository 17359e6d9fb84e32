import assert from 'node:assert/strict'
import type { Ended } from './launch.ts'

/** A command that failed as foreseen: exit code 1, nothing on standard output, one plain sentence and no stack trace. */
export const assertRefused = ({ code, stdout, stderr }: Ended, sentence: RegExp): void => {
  assert.match(stderr, /^longview: [^\n]+\.\n$/u)
  assert.match(stderr, sentence)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
}

/** A command that was not understood: exit code 2, and where help is. */
export const assertMisused = ({ code, stdout, stderr }: Ended, message: RegExp): void => {
  assert.match(stderr, message)
  assert.doesNotMatch(stderr, /\n {4}at /u)
  assert.deepEqual({ code, stdout }, { code: 2, stdout: '' })
}

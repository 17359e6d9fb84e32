import { Failure } from '#core/failure.ts'

/** For `assert.rejects`: a failure of this code, whose sentence matches. */
export const refusesWith =
  (code: string, sentence = /./u) =>
  (error: unknown): boolean =>
    error instanceof Failure && error.code === code && sentence.test(error.message)

import { Failure } from '#core/failure.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Lets one piece of work in at a time, of those that may each take much memory. Throws `unavailable` while another is under
 * way.
 * @param what is under way, as the beginning of a sentence: "Another import"
 */
export const oneAtATime = (what: string) => {
  let isTaken = false
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isTaken)
      throw new Failure('unavailable', `${what} is under way; try again when it is done.`, {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    isTaken = true
    try {
      return await work()
    } finally {
      isTaken = false
    }
  }
}

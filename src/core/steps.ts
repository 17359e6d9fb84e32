/**
 * Work that may take seconds, in steps of a few milliseconds: whoever does it decides what runs between two of them. A step
 * ends with each `yield`.
 */
export type Steps<Result> = Generator<undefined, Result>

/** Does all steps at once. */
export const doSteps = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Does the steps one by one; `pause` runs after each and decides whether others have to be let in. */
export const doStepsApart = async <Result>(steps: Steps<Result>, pause: () => Promise<void>): Promise<Result> => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await pause()
  }
}

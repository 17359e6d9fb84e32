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

/** What one step reads at most, but for the text that goes beyond it: a few milliseconds of splitting and folding. */
const CHARACTERS_IN_STEP = 8_192

/** Makes something of each text, such as the names of thousands of authors. */
export function* mapTextsInSteps<Made>(texts: readonly string[], make: (text: string) => Made): Steps<Made[]> {
  const made: Made[] = []
  let length = 0
  for (const text of texts) {
    if (length > CHARACTERS_IN_STEP) {
      length = 0
      yield
    }
    made.push(make(text))
    length += text.length
  }
  return made
}

/** Does the steps one by one; `pause` runs after each and decides whether others have to be let in. */
export const doStepsApart = async <Result>(steps: Steps<Result>, pause: () => Promise<void>): Promise<Result> => {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await pause()
  }
}

/**
 * How many characters are normalized to Unicode forms while something runs: what reading words costs, counted without a clock. A
 * text is normalized about twice for each time its words are read, and one character may become eighteen.
 */
export const normalizedCharacters = async (work: () => unknown): Promise<number> => {
  const original = Object.getOwnPropertyDescriptor(String.prototype, 'normalize') ?? {}
  const normalize = original.value as (this: string, form?: string) => string
  let count = 0
  const value = function (this: string, form?: string): string {
    const result = normalize.call(this, form)
    count += result.length
    return result
  }
  // The mocks of node:test keep every call with its stack, which takes seconds.
  Reflect.defineProperty(String.prototype, 'normalize', { ...original, value })
  try {
    await work()
  } finally {
    Reflect.defineProperty(String.prototype, 'normalize', original)
  }
  return count
}

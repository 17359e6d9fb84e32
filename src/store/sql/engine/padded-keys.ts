/** Lengths of lists of keys in a statement, beyond which they grow by the largest. */
const LENGTHS = [1, 3, 10, 30, 100, 200, 500]

/**
 * The keys, the last one repeated up to one of a few lengths. A statement is prepared for each length of its list; with
 * every length there is, these would take tens of megabytes.
 */
export const paddedKeys = <Key extends string | number>(keys: readonly Key[]): Key[] => {
  const [last] = keys.slice(-1)
  if (last === undefined) return []
  const largest = LENGTHS.at(-1) ?? 1
  const length = LENGTHS.find((one) => one >= keys.length) ?? Math.ceil(keys.length / largest) * largest
  return [...keys, ...Array.from({ length: length - keys.length }, () => last)]
}

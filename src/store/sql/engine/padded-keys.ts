/** Lengths of lists of keys in a statement, beyond which they grow by the largest. */
const LENGTHS = [1, 3, 10, 30, 100, 200, 500]

/**
 * A list with as many fillers behind it as make its length one of a few. A statement is prepared for each length of its
 * list; with every length there is, these would take tens of megabytes.
 */
export const paddedWith = <Item, Filler>(filler: Filler, items: readonly Item[]): (Item | Filler)[] => {
  if (items.length === 0) return []
  const largest = LENGTHS.at(-1) ?? 1
  const length = LENGTHS.find((one) => one >= items.length) ?? Math.ceil(items.length / largest) * largest
  return [...items, ...Array.from({ length: length - items.length }, () => filler)]
}

/** The keys, the last one repeated up to one of these lengths. */
export const paddedKeys = <Key extends string | number>(keys: readonly Key[]): Key[] => {
  const [last] = keys.slice(-1)
  return last === undefined ? [] : paddedWith(last, keys)
}

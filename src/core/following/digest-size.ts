/** Providers cut a page of more than 100 kB; so many entries are some 35 kB, and twice that in as many searches. */
export const MOST_NAMED = 100
/** Of more that is new in one search, the digest tells the number. */
export const MOST_IN_SECTION = 50
/** Of more than that only so much is told: that there is more. */
export const MOST_COUNTED = 5_000

/** How much each section names of what it has, so that all together name no more than a digest holds: small ones all, large ones alike. */
export const shareOut = (counts: readonly number[]): number[] => {
  const shares = counts.map(() => 0)
  let left = MOST_NAMED
  const smallestFirst = counts.map((count, index) => ({ count, index })).toSorted((a, b) => a.count - b.count)
  for (const [done, { count, index }] of smallestFirst.entries()) {
    const share = Math.min(count, MOST_IN_SECTION, Math.floor(left / (counts.length - done)))
    shares[index] = share
    left -= share
  }
  return shares
}

/**
 * Weighted reciprocal rank fusion (after Cormack, Clarke and Büttcher 2009): scores of a ranking by words and similarities of
 * vectors cannot be compared, places can. See decision 51 for how both numbers were chosen.
 */

/** The smaller, the more the first places of either order count. */
const RANK_CONSTANT = 10
/** What a place by meaning counts, compared with the same place by words. */
const MEANING_WEIGHT = 0.7
/** First in both orders scores 1. */
const SCALE = (RANK_CONSTANT + 1) / (1 + MEANING_WEIGHT)

export type Fused<Item> = { item: Item; score: number }

/** Both orders as one, best first. Of equals the one that comes first by words is first. */
export const fuseRanks = <Item>(
  byWords: readonly Item[],
  byMeaning: readonly Item[],
  keyOf: (item: Item) => number | string,
): Fused<Item>[] => {
  const fused = new Map<number | string, Fused<Item>>()
  const add = (order: readonly Item[], weight: number): void => {
    for (const [index, item] of order.entries()) {
      const key = keyOf(item)
      const score = (SCALE * weight) / (RANK_CONSTANT + index + 1)
      const known = fused.get(key)
      if (known === undefined) fused.set(key, { item, score })
      else known.score += score
    }
  }
  add(byWords, 1)
  add(byMeaning, MEANING_WEIGHT)
  return [...fused.values()].toSorted((a, b) => b.score - a.score)
}

/** Words of a quotation and of a passage that are compared at most. */
const MOST_WORDS = 400

/** The length of the longest row of words that both have in the same order, with others between. */
const commonInOrder = (a: readonly string[], b: readonly string[]): number => {
  let row = new Uint16Array(b.length + 1)
  for (const word of a) {
    const next = new Uint16Array(b.length + 1)
    for (const [index, other] of b.entries())
      next[index + 1] = word === other ? (row[index] ?? 0) + 1 : Math.max(next[index] ?? 0, row[index + 1] ?? 0)
    row = next
  }
  return row[b.length] ?? 0
}

/** How much of a quotation a passage says: the share of its words that stand there in the same order, from 0 to 1. */
export const quoteSimilarity = (quote: readonly string[], passage: readonly string[]): number => {
  const words = quote.slice(0, MOST_WORDS)
  return words.length === 0 ? 0 : commonInOrder(words, passage.slice(0, MOST_WORDS)) / words.length
}

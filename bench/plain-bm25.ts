import { tokenize } from '#core/text/tokenize.ts'

/** Okapi BM25 with the usual parameters over one field, the baseline for judged searches. */

const K1 = 1.2
const B = 0.75
const HITS = 100

export type SearchedText = { id: string; text: string }

const wordsOf = (text: string): string[] => tokenize(text).flatMap(({ parts }) => parts.map(({ token }) => token))

const countWords = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Searches these texts: ids of the best 100, the best first. */
export const plainBm25 = (texts: readonly SearchedText[]): ((question: string) => string[]) => {
  const postings = new Map<string, { at: number; count: number }[]>()
  const lengths = texts.map(({ text }, at) => {
    const words = wordsOf(text)
    for (const [word, count] of countWords(words)) {
      const list = postings.get(word) ?? []
      list.push({ at, count })
      postings.set(word, list)
    }
    return words.length
  })
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return (question) => {
    const scores = new Map<number, number>()
    for (const word of new Set(wordsOf(question))) {
      const list = postings.get(word) ?? []
      const rarity = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5))
      for (const { at, count } of list) {
        const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / average)
        scores.set(at, (scores.get(at) ?? 0) + (rarity * count * (K1 + 1)) / (count + norm))
      }
    }
    return [...scores]
      .toSorted(([first, a], [second, b]) => b - a || first - second)
      .slice(0, HITS)
      .map(([at]) => texts[at]?.id ?? '')
  }
}

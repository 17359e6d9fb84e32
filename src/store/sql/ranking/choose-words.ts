import { rarity } from '#core/search/ranking/accumulator.ts'
import { MAX_RANKED_WORDS, type WeightedTerm } from '#core/search/ranking/ranked-query.ts'
import { passageTerm } from '#core/search/ranking/terms.ts'
import type { Db } from '#store/rows.ts'
import { readFirstBlocks, withLiveSegments, type LiveSegments } from '#store/sql/postings/read-postings.ts'
import { frequencies } from './find-candidates.ts'
import { countPassages } from './score-hits.ts'

/** Between two reads other requests have their turn. */
const WORDS_AT_ONCE = 256

const readFrequencies = async (
  db: Db,
  live: LiveSegments,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const found = new Map<string, number>()
  for (let first = 0; first < words.length; first += WORDS_AT_ONCE) {
    const blocks = await readFirstBlocks(db, live, words.slice(first, first + WORDS_AT_ONCE))
    for (const [word, papers] of frequencies(blocks)) found.set(word, papers)
  }
  return found
}

const readRarity = async (
  db: Db,
  live: LiveSegments,
  words: readonly WeightedTerm[],
): Promise<(term: string) => number> => {
  const terms = words.map(({ term }) => term)
  const inPapers = await readFrequencies(db, live, terms)
  const passages = await countPassages(db)
  const absent = terms.filter((term) => (inPapers.get(term) ?? 0) <= 0)
  const inPassages = passages === null ? null : await readFrequencies(db, live, absent.map(passageTerm))
  return (term) => {
    const papers = inPapers.get(term) ?? 0
    if (papers > 0) return rarity(live.papers, papers)
    const within = inPassages?.get(passageTerm(term)) ?? 0
    return within > 0 ? rarity(passages ?? 0, within) : 0
  }
}

/**
 * The words of a long text that tell most about what it is about: those of highest weight times rarity, as the ranking weighs
 * them. A word that only full texts have is as rare as among their passages; one that nothing has comes last.
 */
export const chooseWords = async (db: Db, words: readonly WeightedTerm[]): Promise<string[]> =>
  words.length <= MAX_RANKED_WORDS
    ? words.map(({ term }) => term)
    : withLiveSegments(db, async (live) => {
        const rarityOf = await readRarity(db, live, words)
        return words
          .map(({ term, weight }) => ({ term, tells: weight * rarityOf(term) }))
          .toSorted((a, b) => b.tells - a.tells || (a.term < b.term ? -1 : 1))
          .slice(0, MAX_RANKED_WORDS)
          .map(({ term }) => term)
      })

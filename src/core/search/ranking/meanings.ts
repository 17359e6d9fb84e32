import { rarity } from './accumulator.ts'
import { impactOf } from './bm25.ts'
import { wordWeight } from './stop-words.ts'
import type { WeightedTerm } from './ranked-query.ts'
import type { AlikeWord } from '#core/text/plain-words.ts'
import { tokenize } from '#core/text/tokenize.ts'

/** Words that a question means without using them: terms for its plain words, and the names of concepts that it describes. */

/** A meant word, its weight, and the words of the question that it comes from. */
export type Meaning = WeightedTerm & { of: readonly string[] }

/** The weight of a term for a word that no paper has, and the share of it for a phrase, which has words that papers have. */
const ALIKE_WEIGHT = 1.6
const PHRASE_SHARE = 0.6
/**
 * A word that many papers have is a term of theirs and needs no other: the weight falls with the square of its rarity, to a
 * quarter where the rarity is half of the highest.
 */
const RARITY_POWER = 2

type Library = { papers: number; frequencyOf: (term: string) => number }

/** The weights of words that papers use for those of a question. */
export const weighAlikeWords = (alike: readonly AlikeWord[], { papers, frequencyOf }: Library): Meaning[] => {
  const rarest = rarity(papers, 1)
  const share = ([word = '', ...further]: readonly string[]): number =>
    further.length > 0 ? PHRASE_SHARE : Math.min(1, rarity(papers, frequencyOf(word)) / rarest) ** RARITY_POWER
  return alike.map(({ term, of }) => ({
    term,
    weight: ALIKE_WEIGHT * Math.max(...of.map(share)),
    of: [...new Set(of.flat())],
  }))
}

export type DefinedConcept = { name: string; definition: string }

/** What of a definition counts. */
const MAX_DEFINITION_CHARACTERS = 300
/** A word of the name counts as often. */
const NAME_WEIGHT = 2
/** Saturation and length normalization, for texts of about a dozen words. */
const SATURATION = 0.6
const LENGTH_SHARE = 0.4
const USUAL_LENGTH = 12
/** The weight of an alike word while concepts are compared. */
const ALIKE_SHARE = 0.4
/** A concept is meant if it has this share of the weight of a question, in at least two of its words. */
const MIN_SHARE = 0.1
const MIN_WORDS = 2
const MAX_MEANT = 3
/** The weight of the words of a name, relative to the question and to the share that its concept has of it. */
const NAME_SHARE = 1

/** The words of a concept: those of its name, and the frequencies of all. */
type ConceptWords = { name: readonly string[]; frequencies: ReadonlyMap<string, number>; norm: number }

const wordsOf = (text: string): string[] =>
  tokenize(text)
    .flatMap(({ parts }) => parts.map(({ token }) => token))
    .filter((word) => wordWeight(word) > 0)

const readConcept = ({ name, definition }: DefinedConcept): ConceptWords => {
  const frequencies = new Map<string, number>()
  let length = 0
  const add = (word: string, times: number): void => {
    frequencies.set(word, (frequencies.get(word) ?? 0) + times)
    length += times
  }
  const named = wordsOf(name)
  for (const word of named) add(word, NAME_WEIGHT)
  for (const word of wordsOf(definition.slice(0, MAX_DEFINITION_CHARACTERS))) add(word, 1)
  return { name: [...new Set(named)], frequencies, norm: SATURATION + (LENGTH_SHARE * length) / USUAL_LENGTH }
}

/** Concepts whose words are kept, so that no question cuts them again. */
const MAX_KEPT = 1_000
const kept = new Map<string, ConceptWords>()

const conceptWords = (concept: DefinedConcept): ConceptWords => {
  const key = `${concept.name}\n${concept.definition}`
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= MAX_KEPT) kept.clear()
  const words = readConcept(concept)
  kept.set(key, words)
  return words
}

type Asked = { term: string; weight: number; of: readonly string[] }

/** How much of a question a concept says, and in which of its words. */
const shareOf = (
  { frequencies, norm }: ConceptWords,
  asked: readonly Asked[],
  rarityOf: (term: string) => number,
): { sum: number; of: string[] } => {
  const of = new Set<string>()
  let sum = 0
  for (const { term, weight, of: words } of asked) {
    const frequency = frequencies.get(term)
    if (frequency === undefined) continue
    sum += weight * rarityOf(term) * impactOf(frequency, norm)
    for (const word of words) of.add(word)
  }
  return { sum, of: [...of] }
}

/**
 * The words in the names of the concepts whose definitions say what a question asks.
 * @param concepts in any order; only public ones
 */
export const conceptMeanings = (
  concepts: readonly DefinedConcept[],
  { terms, alike }: { terms: readonly WeightedTerm[]; alike: readonly AlikeWord[] },
): Meaning[] => {
  const having = new Map<string, number>()
  const read = concepts.map((concept) => ({ concept, words: conceptWords(concept) }))
  const asked: Asked[] = [
    ...terms.map(({ term, weight }) => ({ term, weight, of: [term] })),
    ...alike.map(({ term, of }) => ({ term, weight: ALIKE_SHARE, of: of.flat() })),
  ]
  for (const { words } of read)
    for (const { term } of asked) if (words.frequencies.has(term)) having.set(term, (having.get(term) ?? 0) + 1)
  const rarityOf = (term: string): number => rarity(concepts.length, having.get(term) ?? 0)
  const all = asked.reduce((sum, { term, weight }) => sum + weight * rarityOf(term), 0)
  const given = terms.reduce((sum, { weight }) => sum + weight, 0)
  const own = new Set(terms.map(({ term }) => term))
  return read
    .map(({ concept, words }) => ({ concept, words, ...shareOf(words, asked, rarityOf) }))
    .filter(({ sum, of }) => of.length >= MIN_WORDS && sum >= MIN_SHARE * all)
    .toSorted((a, b) => b.sum - a.sum || (a.concept.name < b.concept.name ? -1 : 1))
    .slice(0, MAX_MEANT)
    .flatMap(({ words: { name }, sum, of }) =>
      name
        .filter((term) => !own.has(term))
        .map((term) => ({ term, weight: (NAME_SHARE * given * sum) / (all * name.length), of })),
    )
}

/** One entry for each word, with the sum of its weights and all that it comes from. */
export const joinMeanings = (meanings: readonly Meaning[]): Meaning[] =>
  [...Map.groupBy(meanings, ({ term }) => term)].map(([term, same]) => ({
    term,
    weight: same.reduce((sum, { weight }) => sum + weight, 0),
    of: [...new Set(same.flatMap(({ of }) => of))],
  }))

import { validationFailure } from '#core/failure.ts'
import { checkQueryLength, joinQueryTerms, parseQueryTerms, type SearchQuery } from '#core/search/search-query.ts'
import { tokenize } from '#core/text/tokenize.ts'
import { familyOf } from '#core/text/words/word-families.ts'
import { abbreviations } from './abbreviations.ts'
import { wordWeight, wordWeights } from './filler-words.ts'
import { holdsRow } from '#core/search/rows/holds-row.ts'

/** How long a question may be. */
export const MAX_RANKED_CHARACTERS = 2_000
export const MAX_RANKED_WORDS = 64
/** A ranking ends with so many hits. */
export const MAX_RANKED_HITS = 1_000

/** A word of a question, and how much it counts beside its rarity. */
export type WeightedTerm = { term: string; weight: number }

export type RankedQuery = {
  /** As it was typed. */
  text: string
  /** What papers are ranked by. */
  terms: WeightedTerm[]
  /** All its words, in their order. */
  words: string[]
  /** The words that count fully, in their order. */
  content: string[]
  /** What the operators of the query demand; null where it has none. */
  required: SearchQuery | null
  /** The words alone, without operators. */
  plainText: string
  /** All that was asked for, as a search for all words takes it. */
  whole: SearchQuery
}

/** The same word many times in a question counts little more than once. */
const REPEAT_SATURATION = 8
const repeated = (times: number): number => (times * (REPEAT_SATURATION + 1)) / (times + REPEAT_SATURATION)
/** What stands for a word of the question counts less than the word. */
const ALTERNATIVE_WEIGHT = 0.4
const CONTENT_WEIGHT = 0.5
/** In a longer question quotation marks and asterisks are part of the prose: all that is demanded is what is excluded. */
const MAX_WORDS_BESIDE_OPERATORS = 8

const stemmedWords = (text: string): string[] => tokenize(text).flatMap(({ parts }) => parts.map(({ token }) => token))

/** All abbreviations with their long forms, as words of the index: cut once, as each question is compared with them. */
const stemmedAbbreviations = abbreviations().map(([short, long]) => ({
  shortForm: stemmedWords(short)[0] ?? '',
  longForm: stemmedWords(long),
}))

/** Long forms of abbreviations, and the other way round. */
const alternatives = (words: readonly string[]): string[] =>
  stemmedAbbreviations.flatMap(({ shortForm, longForm }) => {
    if (words.includes(shortForm)) return longForm
    return holdsRow(words, longForm) ? [shortForm] : []
  })

const weighWords = (
  words: readonly string[],
  counted: readonly number[],
  joined: readonly string[],
): WeightedTerm[] => {
  const weights = new Map<string, number>()
  for (const [index, word] of words.entries()) {
    const weight = counted[index] ?? 0
    if (weight > 0) weights.set(word, (weights.get(word) ?? 0) + weight)
  }
  // A question of fillers alone is asked by them.
  if (weights.size === 0) for (const word of words) weights.set(word, 1)
  const relatives = words.filter((_word, index) => counted[index] === 1).flatMap(familyOf)
  for (const word of [...joined, ...alternatives(words), ...relatives])
    if (!weights.has(word) && wordWeight(word) > 0) weights.set(word, ALTERNATIVE_WEIGHT)
  return [...weights].map(([term, times]) => ({ term, weight: repeated(times) }))
}

/**
 * Parses a question. Words only rank; phrases, words bound to a field, prefixes, OR and exclusions also decide which
 * papers are found. Throws `invalid` for more than 2,000 characters or 64 different words.
 * @param synonyms other names of what it names, whose words rank a little, too
 */
export const parseRankedQuery = (text: string, synonyms: readonly string[] = []): RankedQuery => {
  checkQueryLength(text, MAX_RANKED_CHARACTERS)
  const terms = parseQueryTerms(text)
  const typed = terms.filter(({ excluded }) => !excluded).flatMap((term) => tokenize(term.text.normalize('NFC')))
  const words = typed.flatMap(({ parts }) => parts.map(({ token }) => token))
  const joined = typed.flatMap((word) => [...word.joined, ...word.unsigned].map(({ token }) => token))
  if (new Set(words).size > MAX_RANKED_WORDS)
    throw validationFailure([{ path: 'q', message: `must have at most ${MAX_RANKED_WORDS} different words` }])
  const isLong = terms.filter(({ isPlain }) => isPlain).length > MAX_WORDS_BESIDE_OPERATORS
  const isBinding = (index: number): boolean =>
    terms[index]?.isPlain === false || terms[index]?.joinsPrevious === true || terms[index + 1]?.joinsPrevious === true
  const isDemanded = (index: number): boolean => terms[index]?.excluded === true || (!isLong && isBinding(index))
  const required = joinQueryTerms(terms.filter((_, index) => isDemanded(index)))
  const counted = wordWeights(words)
  return {
    text,
    terms: weighWords(words, counted, [...joined, ...synonyms.flatMap(stemmedWords)]),
    words,
    content: words.filter((_word, index) => (counted[index] ?? 0) >= CONTENT_WEIGHT),
    required: required.all.length + required.none.length === 0 ? null : required,
    plainText: terms
      .filter(({ excluded }) => !excluded)
      .map((term) => term.text.replaceAll('*', ''))
      .join(' '),
    whole: joinQueryTerms(terms),
  }
}

import { NumberIndex } from '#core/search/number-index.ts'
import { holdsRow } from '#core/search/rows/holds-row.ts'
import { BREAK } from './packed-words.ts'
import { rankedFieldNames, rankedFields } from './ranked-words.ts'
import { impactOf, normOf } from './bm25.ts'

/** The exact score of a paper for a question; the index only finds whom to score. */

/** A word, and what its full impact adds: its weight in the question times its rarity. */
export type ScoredTerm = { term: string; worth: number }
/** The same, with the number of the word. */
export type NumberedTerm = { number: number; worth: number }

/** A question; its words are numbers, as those of papers are. */
export type Question = {
  terms: readonly NumberedTerm[]
  /** The words that count fully, in their order. */
  content: readonly number[]
  /** All its words, in their order. */
  words: readonly number[]
}

/** What papers with all words of a question gain over those with few. */
const COVERAGE_SHARE = 0.4
/** What neighbours of the question add where they are neighbours in the paper. */
const NEARNESS_SHARE = 0.5
const NEARNESS_WINDOW = 8
/** What the name of a concept adds as a whole. */
const CONCEPT_SHARE = 0.3

/** Neighbours in the question, by their places among its words, and what both together are worth. */
type Pair = { first: number; second: number; worth: number }

const pairsOf = (content: readonly number[], places: NumberIndex, worths: ArrayLike<number>): Pair[] =>
  content.flatMap((number, index) => {
    const [first, second] = [places.placeOf(number), places.placeOf(content[index + 1] ?? BREAK)]
    const worth = Math.min(worths[first] ?? 0, worths[second] ?? 0)
    return first === second || first < 0 || second < 0 ? [] : [{ first, second, worth }]
  })

/** Words of the question in one field of a paper: which one, and where. */
type Occurrences = { count: number; places: Int32Array; positions: Int32Array }

/** How closely two words follow each other in a field, summed over all places. */
const closeness = ({ count, places, positions }: Occurrences, { first, second }: Pair): number => {
  let lastFirst = Number.NEGATIVE_INFINITY
  let lastSecond = Number.NEGATIVE_INFINITY
  let sum = 0
  for (let index = 0; index < count; index += 1) {
    const [place, at] = [places[index], positions[index] ?? 0]
    if (place === first) {
      lastFirst = at
      if (at - lastSecond <= NEARNESS_WINDOW) sum += 1 / (at - lastSecond + 1)
    } else if (place === second) {
      lastSecond = at
      if (at - lastFirst <= NEARNESS_WINDOW) sum += 1 / (at - lastFirst)
    }
  }
  return sum
}

/** How many concepts of a paper the question names as wholes. @param said the same words as an index */
const countNamed = (concepts: Uint32Array, words: readonly number[], said: NumberIndex): number => {
  let named = 0
  let begin = 0
  let areAllSaid = true
  for (let at = 0; at <= concepts.length; at += 1) {
    const number = at < concepts.length ? (concepts[at] ?? BREAK) : BREAK
    if (number !== BREAK) {
      areAllSaid &&= said.placeOf(number) >= 0
      continue
    }
    // Few names are worth the row being looked for.
    if (areAllSaid && at > begin && holdsRow(words, Array.from(concepts.subarray(begin, at)))) named += 1
    begin = at + 1
    areAllSaid = true
  }
  return named
}

const countBreaks = (concepts: Uint32Array): number => {
  let breaks = 0
  for (const number of concepts) if (number === BREAK) breaks += 1
  return breaks
}

const WEIGHTS = rankedFieldNames.map((field) => rankedFields[field])
const CONCEPTS = rankedFieldNames.indexOf('concepts')

/**
 * Scores papers for one question, each by its packed words. Works in arrays that it uses again for each paper.
 * @param added words that count beside those of the question, but neither for coverage nor for nearness
 */
export const paperScorer = (
  { terms, content, words }: Question,
  added: readonly NumberedTerm[],
): ((numbers: Uint32Array) => number) => {
  const wanted = [...terms, ...added].map(({ number }) => number)
  const places = new NumberIndex(wanted)
  const placed = (some: readonly NumberedTerm[]): { place: number; worth: number }[] =>
    some.map(({ number, worth }) => ({ place: places.placeOf(number), worth }))
  const [own, further] = [placed(terms), placed(added)]
  const worths = new Float64Array(wanted.length)
  for (const { place, worth } of own) worths[place] = worth
  const pairs = pairsOf(content, places, worths)
  const said = new NumberIndex(words)
  const all = terms.reduce((sum, { worth }) => sum + worth, 0)
  const most = Math.max(0, ...terms.map(({ worth }) => worth))
  const frequencies = new Float64Array(wanted.length)
  const close = new Float64Array(pairs.length)
  let found: Occurrences = { count: 0, places: new Int32Array(0), positions: new Int32Array(0) }

  /** Counts the words of one field and leaves where they are. */
  const readField = (inOrder: Uint32Array, loose: Uint32Array, weight: number): void => {
    if (found.places.length < inOrder.length)
      found = { count: 0, places: new Int32Array(inOrder.length), positions: new Int32Array(inOrder.length) }
    let count = 0
    for (let at = 0; at < inOrder.length; at += 1) {
      const place = places.placeOf(inOrder[at] ?? BREAK)
      if (place < 0) continue
      frequencies[place] = (frequencies[place] ?? 0) + weight
      found.places[count] = place
      found.positions[count] = at
      count += 1
    }
    found.count = count
    for (let at = 0; at < loose.length; at += 1) {
      const place = places.placeOf(loose[at] ?? BREAK)
      if (place >= 0) frequencies[place] = (frequencies[place] ?? 0) + weight
    }
  }

  const wordScore = (some: readonly { place: number; worth: number }[], norm: number): number => {
    let sum = 0
    for (const { place, worth } of some) sum += worth * impactOf(frequencies[place] ?? 0, norm)
    return sum
  }

  return (numbers) => {
    frequencies.fill(0)
    close.fill(0)
    let length = 0
    let named = 0
    let begin = 0
    for (const [field, weight] of WEIGHTS.entries()) {
      const looseAt = begin + 2 + (numbers[begin] ?? 0)
      const inOrder = numbers.subarray(begin + 2, looseAt)
      const loose = numbers.subarray(looseAt, looseAt + (numbers[begin + 1] ?? 0))
      begin = looseAt + loose.length
      readField(inOrder, loose, weight)
      length += weight * (inOrder.length - (field === CONCEPTS ? countBreaks(inOrder) : 0))
      if (field === CONCEPTS) named = countNamed(inOrder, words, said)
      if (found.count > 1)
        for (const [index, pair] of pairs.entries())
          close[index] = (close[index] ?? 0) + weight * closeness(found, pair)
    }
    const norm = normOf(length)
    let had = 0
    for (const { place, worth } of own) if ((frequencies[place] ?? 0) > 0) had += worth
    let nearness = 0
    for (const [index, { worth }] of pairs.entries()) nearness += worth * impactOf(close[index] ?? 0, norm)
    const base = wordScore(own, norm) * (1 + (all === 0 ? 0 : (COVERAGE_SHARE * had) / all))
    return base + NEARNESS_SHARE * nearness + named * CONCEPT_SHARE * most + wordScore(further, norm)
  }
}

import { containsPhrase } from '#core/search/search-query.ts'
import { BREAK } from './ranked-words.ts'
import { rankedFieldNames, fieldWeights } from './field-weights.ts'
import { impactOf, normOf } from './bm25.ts'

/** A term with the score of its full impact: its weight in the question times its rarity. */
export type ScoredTerm = { term: string; weight: number }
export type NumberedTerm = { number: number; weight: number }

/** A question, with words as numbers. */
export type Question = {
  terms: readonly NumberedTerm[]
  /** The words of full weight, in order. */
  content: readonly number[]
  /** All words, in order. */
  words: readonly number[]
}

/** The bonus for containing all words of the question. */
const COVERAGE_SHARE = 0.4
/** The bonus for adjacent words of the question that are near each other in the paper. */
const NEARNESS_SHARE = 0.5
const NEARNESS_WINDOW = 8
/** The bonus for each concept named in the question. */
const CONCEPT_SHARE = 0.3

/** Adjacent words of the question, by their positions in the index, and their joint weight. */
type Pair = { first: number; second: number; weight: number }

const pairsOf = (content: readonly number[], places: NumberIndex, weights: ArrayLike<number>): Pair[] =>
  content.flatMap((number, index) => {
    const [first, second] = [places.placeOf(number), places.placeOf(content[index + 1] ?? BREAK)]
    const weight = Math.min(weights[first] ?? 0, weights[second] ?? 0)
    return first === second || first < 0 || second < 0 ? [] : [{ first, second, weight }]
  })

/** Occurrences of words of the question in one field: which word, and where. */
type Occurrences = { count: number; places: Int32Array; positions: Int32Array }

/** The proximity of two words in a field, summed over all occurrences. */
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

/** How many concepts of a paper the question names in full. @param said an index of `words` */
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
    // The cheap test comes first, since few names qualify for the phrase search.
    if (areAllSaid && at > begin && containsPhrase(words, Array.from(concepts.subarray(begin, at)))) named += 1
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

const WEIGHTS = rankedFieldNames.map((field) => fieldWeights[field])
const CONCEPTS = rankedFieldNames.indexOf('concepts')

/**
 * The exact score of papers for a question, by their packed words; the index only finds the candidates. Reuses its arrays for each
 * paper.
 * @param added expansion terms, which count neither for coverage nor for proximity
 */
export const paperScorer = (
  { terms, content, words }: Question,
  added: readonly NumberedTerm[],
): ((numbers: Uint32Array) => number) => {
  const wanted = [...terms, ...added].map(({ number }) => number)
  const places = new NumberIndex(wanted)
  const placed = (some: readonly NumberedTerm[]): { place: number; weight: number }[] =>
    some.map(({ number, weight }) => ({ place: places.placeOf(number), weight }))
  const [own, further] = [placed(terms), placed(added)]
  const weights = new Float64Array(wanted.length)
  for (const { place, weight } of own) weights[place] = weight
  const pairs = pairsOf(content, places, weights)
  const said = new NumberIndex(words)
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  const most = Math.max(0, ...terms.map(({ weight }) => weight))
  const frequencies = new Float64Array(wanted.length)
  const close = new Float64Array(pairs.length)
  let found: Occurrences = { count: 0, places: new Int32Array(0), positions: new Int32Array(0) }

  /** Adds the words of one field to the frequencies and records their positions. */
  const readField = (inOrder: Uint32Array, unordered: Uint32Array, weight: number): void => {
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
    for (let at = 0; at < unordered.length; at += 1) {
      const place = places.placeOf(unordered[at] ?? BREAK)
      if (place >= 0) frequencies[place] = (frequencies[place] ?? 0) + weight
    }
  }

  const wordScore = (some: readonly { place: number; weight: number }[], norm: number): number => {
    let sum = 0
    for (const { place, weight } of some) sum += weight * impactOf(frequencies[place] ?? 0, norm)
    return sum
  }

  return (numbers) => {
    frequencies.fill(0)
    close.fill(0)
    let length = 0
    let named = 0
    let begin = 0
    for (const [field, weight] of WEIGHTS.entries()) {
      const unorderedAt = begin + 2 + (numbers[begin] ?? 0)
      const inOrder = numbers.subarray(begin + 2, unorderedAt)
      const unordered = numbers.subarray(unorderedAt, unorderedAt + (numbers[begin + 1] ?? 0))
      begin = unorderedAt + unordered.length
      readField(inOrder, unordered, weight)
      length += weight * (inOrder.length - (field === CONCEPTS ? countBreaks(inOrder) : 0))
      if (field === CONCEPTS) named = countNamed(inOrder, words, said)
      if (found.count > 1)
        for (const [index, pair] of pairs.entries())
          close[index] = (close[index] ?? 0) + weight * closeness(found, pair)
    }
    const norm = normOf(length)
    let had = 0
    for (const { place, weight } of own) if ((frequencies[place] ?? 0) > 0) had += weight
    let nearness = 0
    for (const [index, { weight }] of pairs.entries()) nearness += weight * impactOf(close[index] ?? 0, norm)
    const base = wordScore(own, norm) * (1 + (all === 0 ? 0 : (COVERAGE_SHARE * had) / all))
    return base + NEARNESS_SHARE * nearness + named * CONCEPT_SHARE * most + wordScore(further, norm)
  }
}

/** The inverse load factor: at most lookups of absent numbers the first slot is empty. */
const ROOM = 8

/**
 * A hash table from 32-bit numbers above 0 to their positions, built once for many lookups. A Map would box numbers of more than
 * 31 bits.
 */
export class NumberIndex {
  readonly #slots: Uint32Array
  readonly #places: Int32Array
  readonly #mask: number

  /** The first of equal numbers wins. */
  constructor(numbers: readonly number[]) {
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2((numbers.length + 1) * ROOM)))
    this.#places = new Int32Array(this.#slots.length).fill(-1)
    this.#mask = this.#slots.length - 1
    for (const [place, number] of numbers.entries()) {
      const slot = this.#slotOf(number)
      if (this.#slots[slot] === number) continue
      this.#slots[slot] = number
      this.#places[slot] = place
    }
  }

  /** The slot of a number, or the free slot where it would be. */
  #slotOf(number: number): number {
    let slot = number & this.#mask
    for (let kept = this.#slots[slot]; kept !== number && kept !== 0; kept = this.#slots[slot])
      slot = (slot + 1) & this.#mask
    return slot
  }

  /** The position of a number in the list; -1 if absent. */
  placeOf(number: number): number {
    return this.#places[this.#slotOf(number)] ?? -1
  }
}

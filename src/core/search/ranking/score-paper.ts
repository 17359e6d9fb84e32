import { holdsRow } from './holds-row.ts'
import { BREAK } from './packed-words.ts'
import { rankedFieldNames, rankedFields } from './ranked-words.ts'
import { impactOf, type WeighedPaper } from './weigh-terms.ts'

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
const COVERAGE_SHARE = 0.9
/** What neighbours of the question add where they are neighbours in the paper. */
const NEARNESS_SHARE = 0.5
const NEARNESS_WINDOW = 8
/** What the name of a concept adds as a whole. */
const CONCEPT_SHARE = 0.3

/** How closely two words follow each other in a field, summed over all places. */
const closeness = (tokens: Iterable<number>, first: number, second: number): number => {
  let lastFirst = Number.NEGATIVE_INFINITY
  let lastSecond = Number.NEGATIVE_INFINITY
  let sum = 0
  let at = -1
  for (const token of tokens) {
    at += 1
    if (token === first) {
      lastFirst = at
      if (at - lastSecond <= NEARNESS_WINDOW) sum += 1 / (at - lastSecond + 1)
    } else if (token === second) {
      lastSecond = at
      if (at - lastFirst <= NEARNESS_WINDOW) sum += 1 / (at - lastFirst)
    }
  }
  return sum
}

const nearness = (
  { words, frequencies, norm }: WeighedPaper<number>,
  { content }: Question,
  worthOf: ReadonlyMap<number, number>,
): number => {
  let sum = 0
  for (const [index, first] of content.entries()) {
    const second = content[index + 1]
    if (second === undefined || first === second || !frequencies.has(first) || !frequencies.has(second)) continue
    let close = 0
    for (const field of rankedFieldNames) close += rankedFields[field] * closeness(words[field].inOrder, first, second)
    sum += Math.min(worthOf.get(first) ?? 0, worthOf.get(second) ?? 0) * impactOf(close, norm)
  }
  return sum
}

/** The part of the score that single words make up. */
export const wordScore = ({ frequencies, norm }: WeighedPaper<number>, terms: readonly NumberedTerm[]): number => {
  let sum = 0
  for (const { number, worth } of terms) sum += worth * impactOf(frequencies.get(number) ?? 0, norm)
  return sum
}

/** How many concepts of a paper the question names as wholes. */
const countNamedConcepts = ({ words: { concepts } }: WeighedPaper<number>, question: Question): number => {
  const names: number[][] = [[]]
  for (const token of concepts.inOrder)
    if (token === BREAK) names.push([])
    else names.at(-1)?.push(token)
  return names.filter((name) => name.length > 0 && holdsRow(question.words, name)).length
}

export const scorePaper = (weighed: WeighedPaper<number>, question: Question): number => {
  const { terms } = question
  const worthOf = new Map(terms.map(({ number, worth }) => [number, worth]))
  const all = terms.reduce((sum, { worth }) => sum + worth, 0)
  const had = terms.reduce((sum, { number, worth }) => sum + (weighed.frequencies.has(number) ? worth : 0), 0)
  const base = wordScore(weighed, terms) * (1 + (all === 0 ? 0 : (COVERAGE_SHARE * had) / all))
  const concepts = countNamedConcepts(weighed, question) * CONCEPT_SHARE * Math.max(0, ...worthOf.values())
  return base + NEARNESS_SHARE * nearness(weighed, question, worthOf) + concepts
}

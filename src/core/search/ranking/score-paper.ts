import type { Paper } from '#core/papers/paper.ts'
import { textKey } from '#core/text/tokenize.ts'
import { impactOf, rankedFieldNames, rankedFields, type WeighedPaper } from './weigh-terms.ts'

/** The exact score of a paper for a question; the index only finds whom to score. */

/** A word, and what its full impact adds: its weight in the question times its rarity. */
export type ScoredTerm = { term: string; worth: number }

export type Question = {
  terms: readonly ScoredTerm[]
  /** The words that count fully, in their order. */
  content: readonly string[]
  /** The key of all words, with blanks around. */
  key: string
}

/** What papers with all words of a question gain over those with few. */
const COVERAGE_SHARE = 0.9
/** What neighbours of the question add where they are neighbours in the paper. */
const NEARNESS_SHARE = 0.5
const NEARNESS_WINDOW = 8
/** What the name of a concept adds as a whole. */
const CONCEPT_SHARE = 0.3

/** How closely two words follow each other in a field, summed over all places. */
const closeness = (tokens: readonly string[], first: string, second: string): number => {
  let lastFirst = Number.NEGATIVE_INFINITY
  let lastSecond = Number.NEGATIVE_INFINITY
  let sum = 0
  for (const [at, token] of tokens.entries()) {
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
  { tokens, frequencies, norm }: WeighedPaper,
  { content }: Question,
  worthOf: ReadonlyMap<string, number>,
): number => {
  let sum = 0
  for (const [index, first] of content.entries()) {
    const second = content[index + 1]
    if (second === undefined || first === second || !frequencies.has(first) || !frequencies.has(second)) continue
    let close = 0
    for (const field of rankedFieldNames) close += rankedFields[field] * closeness(tokens[field], first, second)
    sum += Math.min(worthOf.get(first) ?? 0, worthOf.get(second) ?? 0) * impactOf(close, norm)
  }
  return sum
}

/** The part of the score that single words make up. */
export const wordScore = ({ frequencies, norm }: WeighedPaper, terms: readonly ScoredTerm[]): number => {
  let sum = 0
  for (const { term, worth } of terms) sum += worth * impactOf(frequencies.get(term) ?? 0, norm)
  return sum
}

const namedConcepts = ({ concepts }: Paper, { key }: Question): number =>
  concepts.filter((name) => key.includes(` ${textKey(name)} `)).length

export const scorePaper = (paper: Paper, weighed: WeighedPaper, question: Question): number => {
  const { terms } = question
  const worthOf = new Map(terms.map(({ term, worth }) => [term, worth]))
  const all = terms.reduce((sum, { worth }) => sum + worth, 0)
  const had = terms.reduce((sum, { term, worth }) => sum + (weighed.frequencies.has(term) ? worth : 0), 0)
  const words = wordScore(weighed, terms) * (1 + (all === 0 ? 0 : (COVERAGE_SHARE * had) / all))
  const concepts = namedConcepts(paper, question) * CONCEPT_SHARE * Math.max(0, ...worthOf.values())
  return words + NEARNESS_SHARE * nearness(weighed, question, worthOf) + concepts
}

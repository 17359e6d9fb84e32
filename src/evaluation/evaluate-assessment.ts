import type { Chapter } from '#core/papers/chapter.ts'
import type { Paper, ResearchType } from '#core/papers/paper.ts'
import { toUnit, type Millionths } from '#core/papers/score.ts'
import { tokenize, textKey } from '#core/text/tokenize.ts'
import { toSample } from '#core/assessment/vector-space.ts'
import { trainAssessor, type KnownConcept } from '#core/assessment/suggest-assessment.ts'
import type { AssessmentSuggestions } from '#core/assessment/suggestion.ts'
import { z } from 'zod'
import { identifiersIn, identifiersOf } from '#core/papers/identifiers.ts'
import { objectsOf } from './evaluate-search.ts'

/** A mean with its 95 % confidence interval over samples of papers. */
export type Interval = { value: number; low: number; high: number }

/** The outcome for one paper, as `sum` of `count`, so that shares over all papers are weighted. */
type Outcome = { sum: number; count: number }

const RESAMPLES = 2_000
const TAIL = 0.025
const SEED = 20_261_122

/** A seeded random generator of whole numbers below a bound (mulberry32). */
const seededRandom = (): ((bound: number) => number) => {
  let state = SEED
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }
}

const share = (sum: number, count: number): number => (count === 0 ? 0 : sum / count)

/** The percentile bootstrap interval over papers. */
export const meanInterval = (outcomes: readonly Outcome[]): Interval => {
  const draw = seededRandom()
  const means = Array.from({ length: RESAMPLES }, () => {
    let [sum, count] = [0, 0]
    for (let drawn = 0; drawn < outcomes.length; drawn += 1) {
      const outcome = outcomes[draw(outcomes.length)]
      sum += outcome?.sum ?? 0
      count += outcome?.count ?? 0
    }
    return share(sum, count)
  }).toSorted((a, b) => a - b)
  const at = (part: number): number => means[Math.floor(part * (RESAMPLES - 1))] ?? 0
  const total = (of: keyof Outcome): number => outcomes.reduce((sum, outcome) => sum + outcome[of], 0)
  return { value: share(total('sum'), total('count')), low: at(TAIL), high: at(1 - TAIL) }
}

/** Guessed values of each field, the likeliest first; null if there is none. */
type Guess = {
  chapters: Chapter[]
  types: ResearchType[]
  longHorizon: Millionths | null
  enterprise: Millionths | null
  concepts: string[]
}

const NONE: Outcome = { sum: 0, count: 0 }
const FIRST = 3

const isFound = (condition: boolean): Outcome => ({ sum: condition ? 1 : 0, count: 1 })

const error = (guess: Millionths | null, actual: Millionths | null): Outcome =>
  guess === null || actual === null ? NONE : { sum: Math.abs(toUnit(guess) - toUnit(actual)), count: 1 }

const shared = (guess: Guess, { concepts }: Paper): number =>
  guess.concepts.filter((name) => concepts.includes(name)).length

/** The outcome of each measure for one paper; a paper without a value in a field does not count. */
const measures = {
  chapterFirst: ({ chapters }: Guess, { chapter }: Paper) =>
    chapter === null ? NONE : isFound(chapters[0] === chapter),
  chapterFirstThree: ({ chapters }: Guess, { chapter }: Paper) =>
    chapter === null ? NONE : isFound(chapters.slice(0, FIRST).includes(chapter)),
  type: ({ types }: Guess, { type }: Paper) => (type === null ? NONE : isFound(types[0] === type)),
  longHorizonError: (guess: Guess, paper: Paper) => error(guess.longHorizon, paper.longHorizon),
  enterpriseError: (guess: Guess, paper: Paper) => error(guess.enterprise, paper.enterprise),
  conceptRecall: (guess: Guess, paper: Paper) =>
    paper.concepts.length === 0 ? NONE : { sum: shared(guess, paper) / paper.concepts.length, count: 1 },
  conceptPrecision: (guess: Guess, paper: Paper) =>
    paper.concepts.length === 0 ? NONE : { sum: shared(guess, paper), count: guess.concepts.length },
} satisfies Record<string, (guess: Guess, paper: Paper) => Outcome>

export type MeasureName = keyof typeof measures
export type Figures = Record<MeasureName, Interval>
export const measureNames = Object.keys(measures) as MeasureName[]

const measure = (guesses: readonly { guess: Guess; paper: Paper }[]): Figures =>
  Object.fromEntries(
    measureNames.map((name) => [name, meanInterval(guesses.map(({ guess, paper }) => measures[name](guess, paper)))]),
  ) as Figures

/** The baseline for suggestions: a vote of the twelve most similar papers by TF-IDF. */

const NEIGHBOURS = 12
const CONCEPTS = 8

type Weights = Map<string, number>

const count = (paper: Paper): Weights => {
  const counts: Weights = new Map()
  for (const { parts } of tokenize(`${paper.title}\n${paper.abstract ?? ''}`))
    for (const { token } of parts) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

const toVector = (counts: Weights, rarityOf: (token: string) => number): Weights => {
  const weights = new Map([...counts].map(([token, times]) => [token, (1 + Math.log(times)) * rarityOf(token)]))
  const length = Math.hypot(...weights.values()) || 1
  for (const [token, weight] of weights) weights.set(token, weight / length)
  return weights
}

const cosine = (one: Weights, other: Weights): number => {
  let sum = 0
  for (const [token, weight] of one) sum += weight * (other.get(token) ?? 0)
  return sum
}

type Vote = { paper: Paper; weight: number }

/** Values ordered by the votes of the papers that have them. */
const elect = <T>(votes: readonly Vote[], valuesOf: (paper: Paper) => readonly T[]): T[] => {
  const sums = new Map<T, number>()
  for (const { paper, weight } of votes)
    for (const value of valuesOf(paper)) sums.set(value, (sums.get(value) ?? 0) + weight)
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
}

const mean = (votes: readonly Vote[], scoreOf: (paper: Paper) => number | null): number | null => {
  const scored = votes.filter(({ paper }) => scoreOf(paper) !== null)
  const all = scored.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? null : scored.reduce((sum, { paper, weight }) => sum + weight * (scoreOf(paper) ?? 0), 0) / all
}

const present = <T>(value: T | null): T[] => (value === null ? [] : [value])

/** The other papers by their similarity to one that is left out, most similar first. */
const nearestPapers = (papers: readonly Paper[]): ((left: number) => { index: number; weight: number }[]) => {
  const counts = papers.map(count)
  const frequencies: Weights = new Map()
  for (const tokens of counts)
    for (const token of tokens.keys()) frequencies.set(token, (frequencies.get(token) ?? 0) + 1)
  return (left) => {
    const own = counts[left] ?? new Map()
    const others = (token: string): number => (frequencies.get(token) ?? 0) - (own.has(token) ? 1 : 0)
    const rarityOf = (token: string): number => (others(token) === 0 ? 0 : Math.log(papers.length / others(token)))
    const query = toVector(own, rarityOf)
    return counts
      .map((tokens, index) => ({ index, weight: index === left ? -1 : cosine(toVector(tokens, rarityOf), query) }))
      .filter(({ index }) => index !== left)
      .toSorted((a, b) => b.weight - a.weight)
  }
}

const neighbourVote = (nearest: readonly Vote[]): Guess => {
  const votes = nearest.slice(0, NEIGHBOURS)
  return {
    chapters: elect(votes, (paper) => present(paper.chapter)),
    types: elect(votes, (paper) => present(paper.type)),
    longHorizon: mean(votes, (paper) => paper.longHorizon),
    enterprise: mean(votes, (paper) => paper.enterprise),
    concepts: elect(votes, (paper) => paper.concepts).slice(0, CONCEPTS),
  }
}

/** Both methods guess the same papers from the same others. */
export type AssessmentReport = { papers: number; tested: number; vote: Figures; suggested: Figures }

/** The most papers that a paper is guessed from, as in the console, and the most papers guessed. */
const MAX_OTHERS = 500
const MAX_TESTED = 500

const toGuess = ({ chapters, types, longHorizon, enterprise, concepts }: AssessmentSuggestions): Guess => ({
  chapters: chapters.map(({ value }) => value),
  types: types.map(({ value }) => value),
  longHorizon: longHorizon?.value ?? null,
  enterprise: enterprise?.value ?? null,
  concepts: concepts.map(({ value }) => value),
})

/**
 * Leave-one-out evaluation: guesses each paper from the others alone, including word weights, concepts and similarities;
 * only the names of concepts are those of the whole corpus. Of more than 500 papers, 500 evenly spread ones are guessed.
 */
export const leaveOneOut = (papers: readonly Paper[], concepts: readonly KnownConcept[]): AssessmentReport => {
  const samples = papers.map(toSample)
  const nearestTo = nearestPapers(papers)
  const step = Math.max(1, papers.length / MAX_TESTED)
  const tested = Array.from({ length: Math.min(papers.length, MAX_TESTED) }, (_, index) => Math.floor(index * step))
  const votes: { guess: Guess; paper: Paper }[] = []
  const suggested: typeof votes = []
  for (const left of tested) {
    const [paper, sample] = [papers[left], samples[left]]
    if (paper === undefined || sample === undefined) continue
    const nearest = nearestTo(left)
    const others = nearest.flatMap(({ index, weight }) => {
      const [other, terms] = [papers[index], samples[index]]
      return other === undefined || terms === undefined ? [] : [{ paper: other, sample: terms, weight }]
    })
    votes.push({ guess: neighbourVote(others), paper })
    const assessor = trainAssessor(
      others.slice(0, MAX_OTHERS).map((other) => other.sample),
      concepts,
    )
    suggested.push({ guess: toGuess(assessor.suggest({ ...paper, fullText: null }, sample)), paper })
  }
  return { papers: papers.length, tested: tested.length, vote: measure(votes), suggested: measure(suggested) }
}

/** Original abstracts of papers, to measure without those that the editors wrote. */

const text = z.string().optional()
const abstractSchema = z.object({ title: text, doi: text, arxivId: text, url: text, abstract: text })

/** Keys by which a line and a paper are recognised as the same work. */
const keysOf = (doi: string | null, arxivId: string | null, title: string | null): string[] => [
  ...(doi === null ? [] : [`doi ${doi}`]),
  ...(arxivId === null ? [] : [`arxiv ${arxivId}`]),
  ...(title === null ? [] : [`title ${textKey(title)}`]),
]

/** The papers for which the file has an abstract, with that abstract. Throws `invalid` with the line that cannot be read. */
export const withAbstractsOf = (file: string, papers: readonly Paper[]): Paper[] => {
  const abstracts = new Map<string, string>()
  for (const { title, doi, arxivId, url, abstract } of objectsOf(file, abstractSchema)) {
    if (abstract === undefined || abstract.trim() === '') continue
    const found = identifiersIn([doi ?? null, arxivId === undefined ? null : `arxiv:${arxivId}`, url ?? null])
    for (const key of keysOf(found.doi, found.arxivId, title ?? null)) abstracts.set(key, abstract)
  }
  return papers.flatMap((paper) => {
    const { doi, arxivId } = identifiersOf(paper)
    const known = keysOf(doi, arxivId, paper.title)
    const abstract = known.map((key) => abstracts.get(key)).find((one) => one !== undefined)
    return abstract === undefined ? [] : [{ ...paper, abstract }]
  })
}

import type { Chapter } from '#core/papers/chapter.ts'
import { researchTypes, type Paper, type PaperWithText, type ResearchType } from '#core/papers/paper.ts'
import { SCORE_MAX, toHundredths, type Millionths } from '#core/papers/score.ts'
import { nameFinder, toName, type Name, type NameFinder, type NamedStrength } from './named-in-text.ts'
import { newPhrases } from './new-phrases.ts'
import { sampleTerms, type PaperSample } from './sample-terms.ts'
import { sampleWeights } from './sample-weights.ts'
import type { AssessmentSuggestions, Suggestion } from './suggestion.ts'
import { vectorSpace } from './vector-space.ts'

/** What the accepted papers say about one that is not assessed: each counts by how similar its words are. */

/** Fewer papers say nothing about another. */
const LEAST_SAMPLES = 5
const PAPERS_NAMED = 3
const LEAST_STRENGTH = 0.03
/** As many as are worth reading. */
const MOST = { chapters: 3, types: 3, concepts: 8, frameworks: 3 } as const
/** Frameworks are given seldom: what few like papers have is no reason yet. */
const LEAST_FRAMEWORK_STRENGTH = 0.2
const HUNDREDTH = SCORE_MAX / 100

/** What a name of a type says in a title, and, the more often, in an abstract. */
const TYPE_STRENGTH = 0.2
const TYPE_SATURATION = 2

/** A concept with the names that it had before. */
export type KnownConcept = { name: string; otherNames: readonly string[] }

type Weighed = { paper: Paper; weight: number }

/** The papers that speak most for something. */
const mostSimilar = (papers: readonly Weighed[]): string[] =>
  papers
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, PAPERS_NAMED)
    .map(({ paper }) => paper.id)

const byStrength = <T>(a: Suggestion<T>, b: Suggestion<T>): number => b.strength - a.strength

/** Values that papers have, each as strong as the papers that have it and the words that name it. */
const suggestLabels = <T>(
  papers: readonly Weighed[],
  labelsOf: (paper: Paper) => readonly T[],
  named: ReadonlyMap<T, NamedStrength>,
): Suggestion<T>[] => {
  const having = new Map<T, Weighed[]>()
  for (const one of papers)
    for (const label of labelsOf(one.paper)) {
      const list = having.get(label)
      if (list === undefined) having.set(label, [one])
      else list.push(one)
    }
  return [...new Set([...having.keys(), ...named.keys()])]
    .map((value) => {
      const those = having.get(value) ?? []
      const { strength, reasons } = named.get(value) ?? { strength: 0, reasons: [] }
      const like = mostSimilar(those)
      return {
        value,
        strength: strength + those.reduce((sum, { weight }) => sum + weight, 0),
        reasons: [...reasons, ...(like.length === 0 ? [] : [{ like }])],
      }
    })
    .filter(({ strength, reasons }) => strength >= LEAST_STRENGTH && reasons.length > 0)
    .toSorted(byStrength)
}

/** The mean of a score, weighed, in whole hundredths. */
const suggestScore = (
  papers: readonly Weighed[],
  scoreOf: (paper: Paper) => Millionths | null,
): Suggestion<Millionths> | null => {
  const scored = papers.filter(({ paper }) => scoreOf(paper) !== null)
  const sum = scored.reduce((total, { weight }) => total + weight, 0)
  if (scored.length < LEAST_SAMPLES || sum <= 0) return null
  const mean = scored.reduce((total, { paper, weight }) => total + weight * (scoreOf(paper) ?? 0), 0) / sum
  const value = toHundredths(Math.min(SCORE_MAX, Math.max(0, mean))) * HUNDREDTH
  return { value, strength: 1, reasons: [{ like: mostSimilar(scored) }] }
}

const findNames = (finder: NameFinder, names: readonly Name[]): Map<string, NamedStrength> =>
  new Map(names.map((name) => [name.name, finder.find(name)]))

const typeNames = researchTypes.map((type) => ({ type, name: toName(type) }))

const findTypes = (finder: NameFinder): Map<ResearchType, NamedStrength> =>
  new Map(
    typeNames.flatMap(({ type, name }) => {
      const { title, abstract } = finder.times(name)
      if (title + abstract === 0) return []
      const strength = (title > 0 ? TYPE_STRENGTH : 0) + (TYPE_STRENGTH * abstract) / (abstract + TYPE_SATURATION)
      const place = title > 0 ? 'title' : 'abstract'
      return [[type, { strength, reasons: [{ named: type.replaceAll('_', ' '), in: place }] }]]
    }),
  )

const chapterOf = ({ chapter }: Paper): Chapter[] => (chapter === null ? [] : [chapter])
const typeOf = ({ type }: Paper): ResearchType[] => (type === null ? [] : [type])

export type Assessor = {
  /** Whether it has learned from this paper. */
  knows(id: string): boolean
  /** @param sample the words of the same paper */
  suggest(paper: PaperWithText, sample: PaperSample): AssessmentSuggestions
}

/** Learns from accepted papers; what it learns is only as good as they are many and similar. */
export const trainAssessor = (samples: readonly PaperSample[], concepts: readonly KnownConcept[]): Assessor => {
  const space = vectorSpace(samples.map(sampleTerms))
  const weightsFor = sampleWeights(space.similarities())
  const conceptNames = concepts.map(({ name, otherNames }) => toName(name, otherNames))
  const frameworkNames = [...new Set(samples.flatMap(({ paper }) => paper.frameworks))].map((name) => toName(name))
  const weigh = (sample: PaperSample): Weighed[] => {
    if (samples.length < LEAST_SAMPLES) return []
    const weights = weightsFor(space.similaritiesTo(sampleTerms(sample)))
    return samples.map(({ paper }, index) => ({ paper, weight: weights[index] ?? 0 }))
  }
  return {
    knows: (id) => samples.some(({ paper }) => paper.id === id),
    suggest: (paper, sample) => {
      const papers = weigh(sample)
      const finder = nameFinder(sample, paper.fullText)
      return {
        chapters: suggestLabels(papers, chapterOf, new Map()).slice(0, MOST.chapters),
        types: suggestLabels(papers, typeOf, findTypes(finder)).slice(0, MOST.types),
        longHorizon: suggestScore(papers, (one) => one.longHorizon),
        enterprise: suggestScore(papers, (one) => one.enterprise),
        concepts: suggestLabels(papers, (one) => one.concepts, findNames(finder, conceptNames)).slice(0, MOST.concepts),
        frameworks: suggestLabels(papers, (one) => one.frameworks, findNames(finder, frameworkNames))
          .filter(({ strength }) => strength >= LEAST_FRAMEWORK_STRENGTH)
          .slice(0, MOST.frameworks),
        newConcepts: newPhrases(paper, { samples, names: conceptNames }),
      }
    },
  }
}

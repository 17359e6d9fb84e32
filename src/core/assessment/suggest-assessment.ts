import type { Chapter } from '#core/papers/chapter.ts'
import { researchTypes, type Paper, type PaperWithText, type ResearchType } from '#core/papers/paper.ts'
import { SCORE_MAX, toHundredths, type Millionths } from '#core/papers/score.ts'
import { nameFinder, toName, type Name, type NameFinder, type NamedStrength, newPhrases } from './phrases.ts'
import { sampleTerms, type PaperSample, sampleWeights, vectorSpace } from './vector-space.ts'
import type { AssessmentSuggestions, Neighbour, Suggestion } from './suggestion.ts'

/** Suggests an assessment from the accepted papers, weighted by the similarity of their words. */

/** With fewer papers nothing is suggested. */
const MIN_SAMPLES = 5
const PAPERS_NAMED = 3
const MIN_STRENGTH = 0.03
/** The most suggestions per field. */
const MAX_SUGGESTED = { chapters: 3, types: 3, concepts: 8, frameworks: 3 } as const
/** Higher than for other fields: frameworks are rare, so a few similar papers are weak evidence. */
const MIN_FRAMEWORK_STRENGTH = 0.2
const HUNDREDTH = SCORE_MAX / 100
/** A score that is off by less than this says the same; on average, suggested scores are off by this much. */
const SAME_SCORE = SCORE_MAX / 10

/** The strength of a type named in the title, and at most that of one named in the abstract. */
const TYPE_STRENGTH = 0.2
const TYPE_SATURATION = 2

/** A concept with its former names. */
export type KnownConcept = { name: string; otherNames: readonly string[] }

type WeightedPaper = { paper: Paper; weight: number }

const mostSimilar = (papers: readonly WeightedPaper[]): Neighbour[] =>
  papers
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, PAPERS_NAMED)
    .map(({ paper: { id, title } }) => ({ id, title }))

const byStrength = <T>(a: Suggestion<T>, b: Suggestion<T>): number => b.strength - a.strength

/** The strength of a label is the weight of the papers that have it, plus that of the words that name it. */
const suggestLabels = <T>(
  papers: readonly WeightedPaper[],
  labelsOf: (paper: Paper) => readonly T[],
  named: ReadonlyMap<T, NamedStrength>,
): Suggestion<T>[] => {
  const having = new Map<T, WeightedPaper[]>()
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
    .filter(({ strength, reasons }) => strength >= MIN_STRENGTH && reasons.length > 0)
    .toSorted(byStrength)
}

/** The weighted mean of a score, in whole hundredths. Its strength is the weight of the papers whose score is about the same. */
const suggestScore = (
  papers: readonly WeightedPaper[],
  scoreOf: (paper: Paper) => Millionths | null,
): Suggestion<Millionths> | null => {
  const scored = papers.filter(({ paper }) => scoreOf(paper) !== null)
  const sum = scored.reduce((total, { weight }) => total + weight, 0)
  if (scored.length < MIN_SAMPLES || sum <= 0) return null
  const mean = scored.reduce((total, { paper, weight }) => total + weight * (scoreOf(paper) ?? 0), 0) / sum
  const value = toHundredths(Math.min(SCORE_MAX, Math.max(0, mean))) * HUNDREDTH
  const agreeing = scored.filter(({ paper }) => Math.abs((scoreOf(paper) ?? 0) - value) <= SAME_SCORE)
  const strength = agreeing.reduce((total, { weight }) => total + weight, 0)
  return { value, strength, reasons: [{ like: mostSimilar(scored) }] }
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
  /** Whether this paper was among the training samples. */
  knows(id: string): boolean
  /** @param sample the words of the same paper */
  suggest(paper: PaperWithText, sample: PaperSample): AssessmentSuggestions
}

/** Learns from accepted papers. */
export const trainAssessor = (samples: readonly PaperSample[], concepts: readonly KnownConcept[]): Assessor => {
  const space = vectorSpace(samples.map(sampleTerms))
  const weightsFor = sampleWeights(space.similarities())
  const conceptNames = concepts.map(({ name, otherNames }) => toName(name, otherNames))
  const frameworkNames = [...new Set(samples.flatMap(({ paper }) => paper.frameworks))].map((name) => toName(name))
  const weigh = (sample: PaperSample): WeightedPaper[] => {
    if (samples.length < MIN_SAMPLES) return []
    const weights = weightsFor(space.similaritiesTo(sampleTerms(sample)))
    return samples.map(({ paper }, index) => ({ paper, weight: weights[index] ?? 0 }))
  }
  return {
    knows: (id) => samples.some(({ paper }) => paper.id === id),
    suggest: (paper, sample) => {
      const papers = weigh(sample)
      const finder = nameFinder(sample, paper.fullText)
      return {
        chapters: suggestLabels(papers, chapterOf, new Map()).slice(0, MAX_SUGGESTED.chapters),
        types: suggestLabels(papers, typeOf, findTypes(finder)).slice(0, MAX_SUGGESTED.types),
        longHorizon: suggestScore(papers, (one) => one.longHorizon),
        enterprise: suggestScore(papers, (one) => one.enterprise),
        concepts: suggestLabels(papers, (one) => one.concepts, findNames(finder, conceptNames)).slice(
          0,
          MAX_SUGGESTED.concepts,
        ),
        frameworks: suggestLabels(papers, (one) => one.frameworks, findNames(finder, frameworkNames))
          .filter(({ strength }) => strength >= MIN_FRAMEWORK_STRENGTH)
          .slice(0, MAX_SUGGESTED.frameworks),
        newConcepts: newPhrases(paper, { samples, names: conceptNames }),
      }
    },
  }
}

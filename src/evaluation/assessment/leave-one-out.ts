import { toSample } from '#core/assessment/sample-terms.ts'
import { trainAssessor, type KnownConcept } from '#core/assessment/suggest-assessment.ts'
import type { AssessmentSuggestions } from '#core/assessment/suggestion.ts'
import type { Paper } from '#core/papers/paper.ts'
import { measure, type Figures, type Guess } from './measures.ts'
import { nearestPapers, neighbourVote } from './neighbour-vote.ts'

/** Both guess the same papers from the same others. */
export type AssessmentReport = { papers: number; tested: number; vote: Figures; suggested: Figures }

/** Others that a paper is guessed from, as where suggestions are shown; and papers that are guessed at most. */
const MOST_OTHERS = 500
const MOST_TESTED = 500

const toGuess = ({ chapters, types, longHorizon, enterprise, concepts }: AssessmentSuggestions): Guess => ({
  chapters: chapters.map(({ value }) => value),
  types: types.map(({ value }) => value),
  longHorizon: longHorizon?.value ?? null,
  enterprise: enterprise?.value ?? null,
  concepts: concepts.map(({ value }) => value),
})

/**
 * Leaves each paper out in turn and guesses it from the others, which alone decide what words tell, which concepts there
 * are papers of, and what is alike. Names of concepts are those of the corpus. Of more than 500 papers, 500 evenly spread
 * are guessed.
 */
export const leaveOneOut = (papers: readonly Paper[], concepts: readonly KnownConcept[]): AssessmentReport => {
  const samples = papers.map(toSample)
  const nearestTo = nearestPapers(papers)
  const step = Math.max(1, papers.length / MOST_TESTED)
  const tested = Array.from({ length: Math.min(papers.length, MOST_TESTED) }, (_, index) => Math.floor(index * step))
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
      others.slice(0, MOST_OTHERS).map((other) => other.sample),
      concepts,
    )
    suggested.push({ guess: toGuess(assessor.suggest({ ...paper, fullText: null }, sample)), paper })
  }
  return { papers: papers.length, tested: tested.length, vote: measure(votes), suggested: measure(suggested) }
}

import { sampleTerms, toSample } from '#core/assessment/sample-terms.ts'
import { vectorSpace } from '#core/assessment/vector-space.ts'
import type { Paper } from '#core/papers/paper.ts'

/** What candidates are compared with: titles and abstracts of what was decided on. */
export type JudgedText = { id: string; title: string; abstract: string | null }

export type RankingMaterial = { accepted: readonly JudgedText[]; rejected: readonly JudgedText[] }

/** Works of each kind that candidates are compared with, the latest. */
export const MOST_JUDGED = 500

/** Some of what was decided on. */
export type JudgedTexts = { are: keyof RankingMaterial; texts: readonly JudgedText[] }

/** Something decided on, and how alike a candidate is to it: from 0 to 1. */
export type LikeJudged = { id: string; title: string; likeness: number }

/** Why a candidate stands where it does: what it is most alike to. */
export type RankReasons = { like: LikeJudged[]; unlike: LikeJudged[] }

export type RankedText = { score: number; reasons: RankReasons }

/** So many of the most alike speak for a candidate: one alone may be so by chance. */
const NEIGHBOURS = 30
const SHOWN = 3
const MILLION = 1_000_000
/** Less is no likeness that would explain anything. */
const LEAST_SHOWN = 0.03

const toPaper = ({ id, title, abstract }: JudgedText): Paper =>
  ({
    id,
    title,
    abstract,
    authors: [],
    topics: [],
    concepts: [],
    frameworks: [],
    institution: null,
    commentary: null,
  }) as unknown as Paper

const terms = (text: JudgedText) => sampleTerms(toSample(toPaper(text)))

type Near = { place: number; likeness: number }

const nearest = (row: Float64Array, [from, to]: [number, number]): Near[] =>
  Array.from(row.subarray(from, to), (likeness, place) => ({ place, likeness }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, NEIGHBOURS)

/** With few decisions each counts for what it is: one among as many as there would be. */
const mean = (near: readonly Near[], among: number): number =>
  among === 0 ? 0 : near.reduce((sum, { likeness }) => sum + likeness, 0) / among

const shown = (near: readonly Near[], texts: readonly JudgedText[]): LikeJudged[] =>
  near.slice(0, SHOWN).flatMap(({ place, likeness }) => {
    const text = texts[place]
    return text === undefined || likeness < LEAST_SHOWN ? [] : [{ id: text.id, title: text.title, likeness }]
  })

/**
 * Ranks candidates by how alike their words are to those of the accepted, less how alike they are to the rejected. How rare
 * a word is comes from all of them: what each candidate says tells nothing. A score lies from 0 to 2,000,000.
 */
export const rankCandidates = (
  candidates: readonly JudgedText[],
  { accepted, rejected }: RankingMaterial,
): RankedText[] => {
  const known = [...accepted, ...rejected].map(terms)
  const asked = candidates.map(terms)
  const space = vectorSpace([...known, ...asked])
  return asked.map((of) => {
    const row = space.similaritiesTo(of)
    const like = nearest(row, [0, accepted.length])
    const unlike = nearest(row, [accepted.length, known.length])
    const score = mean(like, Math.min(NEIGHBOURS, accepted.length)) - mean(unlike, NEIGHBOURS)
    return {
      score: Math.round((1 + score) * MILLION),
      reasons: { like: shown(like, accepted), unlike: shown(unlike, rejected) },
    }
  })
}

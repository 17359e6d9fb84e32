import { sampleTerms, toSample, vectorSpace } from '#core/assessment/vector-space.ts'
import type { Paper } from '#core/papers/paper.ts'

/** Title and abstract of a decided work, or of a candidate. */
export type JudgedText = { id: string; title: string; abstract: string | null }

export type RankingMaterial = { accepted: readonly JudgedText[]; rejected: readonly JudgedText[] }

/** How many of the latest accepted and rejected works are compared. */
export const MAX_JUDGED = 500

export type JudgedTexts = { are: keyof RankingMaterial; texts: readonly JudgedText[] }

/** A decided work and its similarity to a candidate, from 0 to 1. */
export type SimilarText = { id: string; title: string; likeness: number }

/** The accepted and rejected works most similar to a candidate. */
export type RankReasons = { like: SimilarText[]; unlike: SimilarText[] }

export type RankedText = { score: number; reasons: RankReasons }

/** The score is the mean over this many nearest works, since a single one may be similar by chance. */
const NEIGHBOURS = 30
const SHOWN = 3
const MILLION = 1_000_000
/** Lower similarities explain nothing. */
const MIN_SHOWN = 0.03

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

/** The mean over `among` works, even if there are fewer. */
const mean = (near: readonly Near[], among: number): number =>
  among === 0 ? 0 : near.reduce((sum, { likeness }) => sum + likeness, 0) / among

const shown = (near: readonly Near[], texts: readonly JudgedText[]): SimilarText[] =>
  near.slice(0, SHOWN).flatMap(({ place, likeness }) => {
    const text = texts[place]
    return text === undefined || likeness < MIN_SHOWN ? [] : [{ id: text.id, title: text.title, likeness }]
  })

/**
 * Ranks candidates by similarity to accepted works minus similarity to rejected ones. Word rarity is computed over all of them,
 * including the candidates. A score is between 0 and 2,000,000.
 */
export const rankCandidates = (
  candidates: readonly JudgedText[],
  { accepted, rejected }: RankingMaterial,
): RankedText[] => {
  const known = [...accepted, ...rejected].map(terms)
  const ranked = candidates.map(terms)
  const space = vectorSpace([...known, ...ranked])
  return ranked.map((of) => {
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

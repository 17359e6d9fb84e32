import { SCORE_MAX, type Millionths } from './score.ts'

/**
 * One integer that is unique and ascends in the public order: long-horizon score descending, papers without a
 * score last, ties by age in the corpus. It is the row id of the search index, so a search reads only what it shows.
 */
export type RankKey = number

const SEQ_RANGE = 2 ** 32

/** @param seq the paper's place in the order of storing, 1 to 2^32 - 1 */
export const rankKey = (score: Millionths | null, seq: number): RankKey =>
  (score === null ? SCORE_MAX + 1 : SCORE_MAX - score) * SEQ_RANGE + seq

/** The first rank key behind every paper that scores at least `score`. */
export const rankKeyAfterScore = (score: Millionths): RankKey => (SCORE_MAX - score + 1) * SEQ_RANGE

/** The score of a rank key; null for papers without one. */
export const scoreOfRankKey = (key: RankKey): Millionths | null => {
  const behind = Math.floor(key / SEQ_RANGE)
  return behind > SCORE_MAX ? null : SCORE_MAX - behind
}

/** The sequence number of the paper that a rank key was made for. */
export const seqOf = (key: RankKey): number => key % SEQ_RANGE

import type { Paper } from '#core/papers/paper.ts'
import { tokenize } from '#core/text/tokenize.ts'
import type { Guess } from './measures.ts'

/** What the suggestions are compared with: the plain vote of the twelve most alike papers by TF-IDF. */

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

/** Values by the votes of the papers that have them. */
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

/** How alike each paper is to one of them that is left out, the most alike first. */
export const nearestPapers = (papers: readonly Paper[]): ((left: number) => { index: number; weight: number }[]) => {
  const counts = papers.map(count)
  const frequencies: Weights = new Map()
  for (const tokens of counts)
    for (const token of tokens.keys()) frequencies.set(token, (frequencies.get(token) ?? 0) + 1)
  return (left) => {
    const own = counts[left] ?? new Map()
    const others = (token: string): number => (frequencies.get(token) ?? 0) - (own.has(token) ? 1 : 0)
    const rarityOf = (token: string): number => (others(token) === 0 ? 0 : Math.log(papers.length / others(token)))
    const asked = toVector(own, rarityOf)
    return counts
      .map((tokens, index) => ({ index, weight: index === left ? -1 : cosine(toVector(tokens, rarityOf), asked) }))
      .filter(({ index }) => index !== left)
      .toSorted((a, b) => b.weight - a.weight)
  }
}

export const neighbourVote = (nearest: readonly Vote[]): Guess => {
  const votes = nearest.slice(0, NEIGHBOURS)
  return {
    chapters: elect(votes, (paper) => present(paper.chapter)),
    types: elect(votes, (paper) => present(paper.type)),
    longHorizon: mean(votes, (paper) => paper.longHorizon),
    enterprise: mean(votes, (paper) => paper.enterprise),
    concepts: elect(votes, (paper) => paper.concepts).slice(0, CONCEPTS),
  }
}

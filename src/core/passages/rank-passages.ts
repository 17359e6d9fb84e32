import { QueryTokens } from '#core/text/query-tokens.ts'
import { OTHER_WORD, tokenize } from '#core/text/tokenize.ts'
import type { Paper } from '#core/papers/paper.ts'
import { impactOf } from '#core/search/ranking/bm25.ts'
import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import type { Passage } from './anchor.ts'

export type ScoredPassage<P extends Passage> = { paper: Paper; passage: P; score: number }

/**
 * The weighted terms of a question, and its words of full weight in order. `meanings` are words that it means without using
 * them: they count neither for coverage nor for nearness.
 */
export type PassageQuestion = {
  terms: readonly ScoredTerm[]
  meanings: readonly ScoredTerm[]
  content: readonly string[]
}

/** What a word in the title of the paper adds to the frequency in its passages. */
const TITLE_WEIGHT = 0.6
/** Term frequency saturation in a passage of typical length. */
const SATURATION = 1.2
const USUAL_WORDS = 120
const LENGTH_SHARE = 0.4
/** The bonus for containing all words of the question, and for adjacent words of it that are near each other. */
const COVERAGE_SHARE = 0.9
const NEARNESS_SHARE = 0.4
const NEARNESS_WINDOW = 8

/** The number of words in a text, and the words of the question in it: in order with positions, and all including joined forms. */
type Words = { count: number; inOrder: { word: string; at: number }[]; all: string[] }

const wordsOf = (text: string, query: QueryTokens): Words => {
  const inOrder: Words['inOrder'] = []
  const besides: string[] = []
  let count = 0
  for (const word of tokenize(text, true, query)) {
    if (word !== OTHER_WORD) {
      for (const [index, { token }] of word.parts.entries())
        if (query.has(token)) inOrder.push({ word: token, at: count + index })
      for (const { token } of [...word.joined, ...word.unsigned]) if (query.has(token)) besides.push(token)
    }
    count += word.parts.length
  }
  return { count, inOrder, all: [...inOrder.map(({ word }) => word), ...besides] }
}

const areNear = (words: Words['inOrder'], first: string, second: string): boolean => {
  let last = Number.NEGATIVE_INFINITY
  let lastWord = ''
  for (const { word, at } of words) {
    if (word !== first && word !== second) continue
    if (lastWord !== '' && lastWord !== word && at - last <= NEARNESS_WINDOW) return true
    last = at
    lastWord = word
  }
  return false
}

/** The total weight of adjacent words of the question that are near each other in the passage. */
const nearness = (words: Words['inOrder'], content: readonly string[], weightOf: ReadonlyMap<string, number>): number =>
  content.reduce((sum, first, index) => {
    const second = content[index + 1]
    if (second === undefined || first === second || !areNear(words, first, second)) return sum
    return sum + Math.min(weightOf.get(first) ?? 0, weightOf.get(second) ?? 0)
  }, 0)

/** Null for a passage with none of the words. */
const scorePassage = (
  text: Words,
  title: ReadonlySet<string>,
  { terms, meanings, content }: PassageQuestion,
): number | null => {
  const frequencies = new Map<string, number>()
  for (const word of text.all) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const matched = terms.filter(({ term }) => frequencies.has(term))
  if (frequencies.size === 0) return null
  const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * text.count) / USUAL_WORDS)
  const sumOf = (some: readonly ScoredTerm[]): number =>
    some.reduce((sum, { term, weight }) => {
      const frequency = (frequencies.get(term) ?? 0) + (title.has(term) ? TITLE_WEIGHT : 0)
      return sum + weight * impactOf(frequency, norm)
    }, 0)
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  const had = matched.reduce((sum, { weight }) => sum + weight, 0)
  const weightOf = new Map(terms.map(({ term, weight }) => [term, weight]))
  const own = sumOf(terms) * (1 + (all === 0 ? 0 : (COVERAGE_SHARE * had) / all))
  return own + sumOf(meanings) + NEARNESS_SHARE * nearness(text.inOrder, content, weightOf)
}

/** Shorter ids are older, and come first among equals. */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** Ranks passages for a question, best first; those with none of its words are dropped. */
export const rankPassages = <P extends Passage>(
  passages: readonly { paper: Paper; passage: P }[],
  question: PassageQuestion,
): ScoredPassage<P>[] => {
  const query = new QueryTokens([...question.terms, ...question.meanings].map(({ term }) => term))
  const titles = new Map<Paper, ReadonlySet<string>>()
  return passages
    .flatMap(({ paper, passage }) => {
      const title = titles.get(paper) ?? new Set(wordsOf(paper.title, query).all)
      titles.set(paper, title)
      const score = scorePassage(wordsOf(passage.text, query), title, question)
      return score === null ? [] : [{ paper, passage, score }]
    })
    .toSorted((a, b) => b.score - a.score || compareIds(a.paper.id, b.paper.id))
}

/** At most `most` passages of each paper. */
export const limitPerPaper = <P extends { paper: Paper }>(passages: readonly P[], most: number): P[] => {
  const taken = new Map<string, number>()
  return passages.filter(({ paper }) => {
    const before = taken.get(paper.id) ?? 0
    taken.set(paper.id, before + 1)
    return before < most
  })
}

import { AskedTokens } from '#core/text/asked-tokens.ts'
import { OTHER_WORD, tokenize } from '#core/text/tokenize.ts'
import type { Paper } from '#core/papers/paper.ts'
import { impactOf } from '#core/search/ranking/bm25.ts'
import type { ScoredTerm } from '#core/search/ranking/score-paper.ts'
import type { Passage } from './paper-passages.ts'

/** A passage that may answer a question, with the paper that says it. */
export type ScoredPassage<P extends Passage> = { paper: Paper; passage: P; score: number }

/** The words of a question, what each is worth, and those that count fully in their order. */
export type PassageQuestion = { terms: readonly ScoredTerm[]; content: readonly string[] }

/** What a word of the title adds to a passage below it. */
const TITLE_WEIGHT = 0.6
/** How soon a word that occurs again counts less, in a passage of the usual length. */
const SATURATION = 1.2
const USUAL_WORDS = 120
const LENGTH_SHARE = 0.4
/** What passages with all words of a question gain over those with few, and neighbours of it that are near each other. */
const COVERAGE_SHARE = 0.9
const NEARNESS_SHARE = 0.4
const NEARNESS_WINDOW = 8

/** How many words a text has, and those of the question among them: in their order with their places, and all. */
type Words = { count: number; inOrder: { word: string; at: number }[]; all: string[] }

const wordsOf = (text: string, asked: AskedTokens): Words => {
  const inOrder: Words['inOrder'] = []
  const besides: string[] = []
  let count = 0
  for (const word of tokenize(text, true, asked)) {
    if (word !== OTHER_WORD) {
      for (const [index, { token }] of word.parts.entries())
        if (asked.has(token)) inOrder.push({ word: token, at: count + index })
      for (const { token } of [...word.joined, ...word.unsigned]) if (asked.has(token)) besides.push(token)
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

/** The worth of the neighbours in a question that are near each other here. */
const nearness = (words: Words['inOrder'], content: readonly string[], worthOf: ReadonlyMap<string, number>): number =>
  content.reduce((sum, first, index) => {
    const second = content[index + 1]
    if (second === undefined || first === second || !areNear(words, first, second)) return sum
    return sum + Math.min(worthOf.get(first) ?? 0, worthOf.get(second) ?? 0)
  }, 0)

/** Null for a passage that says none of the words. */
const scorePassage = (text: Words, title: ReadonlySet<string>, { terms, content }: PassageQuestion): number | null => {
  const frequencies = new Map<string, number>()
  for (const word of text.all) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  const said = terms.filter(({ term }) => frequencies.has(term))
  if (said.length === 0) return null
  const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * text.count) / USUAL_WORDS)
  let words = 0
  for (const { term, worth } of terms)
    words += worth * impactOf((frequencies.get(term) ?? 0) + (title.has(term) ? TITLE_WEIGHT : 0), norm)
  const all = terms.reduce((sum, { worth }) => sum + worth, 0)
  const had = said.reduce((sum, { worth }) => sum + worth, 0)
  const worthOf = new Map(terms.map(({ term, worth }) => [term, worth]))
  return words * (1 + (COVERAGE_SHARE * had) / all) + NEARNESS_SHARE * nearness(text.inOrder, content, worthOf)
}

/** Older papers first among equals. */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** Passages by how well they answer a question, best first; those that say none of its words are left out. */
export const rankPassages = <P extends Passage>(
  passages: readonly { paper: Paper; passage: P }[],
  question: PassageQuestion,
): ScoredPassage<P>[] => {
  const asked = new AskedTokens(question.terms.map(({ term }) => term))
  const titles = new Map<Paper, ReadonlySet<string>>()
  return passages
    .flatMap(({ paper, passage }) => {
      const title = titles.get(paper) ?? new Set(wordsOf(paper.title, asked).all)
      titles.set(paper, title)
      const score = scorePassage(wordsOf(passage.text, asked), title, question)
      return score === null ? [] : [{ paper, passage, score }]
    })
    .toSorted((a, b) => b.score - a.score || compareIds(a.paper.id, b.paper.id))
}

/** The best passages, of each paper at most so many. */
export const limitPerPaper = <P extends Passage>(
  passages: readonly ScoredPassage<P>[],
  most: number,
): ScoredPassage<P>[] => {
  const taken = new Map<string, number>()
  return passages.filter(({ paper }) => {
    const before = taken.get(paper.id) ?? 0
    taken.set(paper.id, before + 1)
    return before < most
  })
}

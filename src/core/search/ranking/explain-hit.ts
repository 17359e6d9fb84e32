import type { Paper } from '#core/papers/paper.ts'
import { QueryTokens } from '#core/text/query-tokens.ts'
import { OTHER_WORD, tokenize } from '#core/text/tokenize.ts'
import { type RankedQuery } from './ranked-query.ts'
import { wordWeight } from './stop-words.ts'
import { fieldTexts } from './ranked-words.ts'
import { rankedFieldNames, type RankedField } from './field-weights.ts'

/** Explains a hit: the matching words by field, and the best snippet. */

export type Span = { start: number; end: number }
/** Offsets refer to the whole text. */
type TextSnippet = Span & { text: string; matches: Span[] }
export type Snippet = TextSnippet & { field: RankedField }
export type MatchedWords = { matched: Partial<Record<RankedField, string[]>>; snippet: Snippet | null }

const SNIPPET_LENGTH = 280
/** Fields that are long enough for snippets; others are shown whole. */
const SNIPPET_FIELDS = new Set<RankedField>(['abstract', 'commentary', 'title'])

type FoundWord = Span & { token: string; written: string }

const findWords = (text: string, query: QueryTokens): FoundWord[] =>
  tokenize(text, true, query)
    .filter((word) => word !== OTHER_WORD)
    .flatMap(({ parts, joined }) =>
      [...parts, ...joined]
        .filter(({ token }) => query.has(token))
        .map(({ token, start, end }) => ({ token, start, end, written: text.slice(start, end) })),
    )

/** How far a cut may move to fall between words. */
const CUT_WITHIN = 40

const wordStart = (text: string, offset: number): number => {
  if (offset <= 0) return 0
  const blank = text.slice(offset, offset + CUT_WITHIN).search(/\s/u)
  return blank === -1 ? offset : offset + blank + 1
}

const wordEnd = (text: string, offset: number): number => {
  if (offset >= text.length) return text.length
  const before = text.slice(Math.max(0, offset - CUT_WITHIN), offset).search(/\s\S*$/u)
  return before === -1 ? offset : Math.max(0, offset - CUT_WITHIN) + before
}

/** The range with the most distinct words of the question. */
const bestStretch = (text: string, found: readonly FoundWord[]): { from: number; count: number } => {
  let best = { from: 0, count: 0 }
  for (const first of found) {
    const inside = found.filter(({ start, end }) => start >= first.start && end <= first.start + SNIPPET_LENGTH)
    const count = new Set(inside.map(({ token }) => token)).size
    if (count > best.count) best = { from: first.start, count }
  }
  return best
}

/** The snippet with the most distinct words, and their number. */
const makeSnippet = (text: string, found: readonly FoundWord[]): { count: number; snippet: TextSnippet } => {
  const { from, count } = bestStretch(text, found)
  const fits = text.length <= SNIPPET_LENGTH
  const start = fits ? 0 : wordStart(text, Math.min(from - CUT_WITHIN, text.length - SNIPPET_LENGTH))
  const end = fits ? text.length : wordEnd(text, start + SNIPPET_LENGTH)
  const matches = found
    .filter((span) => span.start >= start && span.end <= end)
    .map((span) => ({ start: span.start, end: span.end }))
  return { count, snippet: { start, end, text: text.slice(start, end), matches } }
}

/** The words of a question to highlight. */
export const queryTokens = ({ terms }: Pick<RankedQuery, 'terms'>): QueryTokens =>
  new QueryTokens(terms.map(({ term }) => term).filter((term) => terms.length === 1 || wordWeight(term) > 0))

/** Offsets refer to the whole field, in UTF-16 units, end exclusive. */
export const matchedWords = (paper: Paper, { terms }: Pick<RankedQuery, 'terms'>): MatchedWords => {
  const query = queryTokens({ terms })
  const texts = fieldTexts(paper)
  const matched: Partial<Record<RankedField, string[]>> = {}
  let best: { count: number; snippet: Snippet } | null = null
  for (const field of rankedFieldNames) {
    const found = findWords(texts[field], query)
    if (found.length > 0) matched[field] = [...new Set(found.map(({ written }) => written.toLowerCase()))]
    if (!SNIPPET_FIELDS.has(field) || texts[field] === '') continue
    const { count, snippet } = makeSnippet(texts[field], found)
    if (best === null || count > best.count) best = { count, snippet: { field, ...snippet } }
  }
  return { matched, snippet: best?.snippet ?? null }
}

/** Which words of the question each field of a hit contains, and which are missing. */
export type HitReasons = {
  fields: { field: RankedField | 'fullText'; words: string[] }[]
  missing: string[]
}

const written = (found: readonly FoundWord[]): string[] => [...new Set(found.map((word) => word.written.toLowerCase()))]

/** @param inText the best passage of its full text */
export const explainHit = (paper: Paper, inText: string | null, query: RankedQuery): HitReasons => {
  const tokens = queryTokens(query)
  const texts = fieldTexts(paper)
  const found = [
    ...rankedFieldNames.map((field) => ({ field, words: findWords(texts[field], tokens) })),
    { field: 'fullText' as const, words: findWords(inText ?? '', tokens) },
  ]
  const seen = new Set(found.flatMap(({ words }) => words.map(({ token }) => token)))
  const content = new Set(query.content)
  const unmatched = tokenize(query.plainText).filter(({ parts }) =>
    parts.some(({ token }) => content.has(token) && !seen.has(token)),
  )
  return {
    fields: found.filter(({ words }) => words.length > 0).map(({ field, words }) => ({ field, words: written(words) })),
    missing: [
      ...new Set(
        unmatched.flatMap(({ parts }) =>
          parts.map(({ start, end }) => query.plainText.slice(start, end).toLowerCase()),
        ),
      ),
    ],
  }
}

/** Markdown syntax to strip from snippets: emphasis, code, block markers, link targets. */
const MARKS = /\*{1,3}|`+|^[ \t]*(?:#{1,6}|>|[-+]|\d{1,3}[.)])[ \t]+|!?\[(?<label>[^\]\n]{0,200})\]\([^)\s]{0,500}\)/gmu

const withoutMarks = (text: string): string => text.replaceAll(MARKS, '$<label>').replaceAll(/\s+/gu, ' ').trim()

/** The best snippet of a passage; `isCut` if more of the passage follows. */
export const passageSnippet = (passage: string, query: RankedQuery): TextSnippet & { isCut: boolean } => {
  const text = withoutMarks(passage)
  const { snippet } = makeSnippet(text, findWords(text, queryTokens(query)))
  return { ...snippet, isCut: snippet.end < text.length }
}

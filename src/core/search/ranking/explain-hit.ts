import type { Paper } from '#core/papers/paper.ts'
import { QueryTokens } from '#core/text/query-tokens.ts'
import { OTHER_WORD, tokenize } from '#core/text/tokenize.ts'
import { type RankedQuery } from './ranked-query.ts'
import type { Meaning } from './meanings.ts'
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

/** A question with the words that it means without using them. */
type Understood = { query: RankedQuery; meanings: readonly Meaning[] }

/** The words of a question to highlight. */
export const queryTokens = ({ query: { terms }, meanings }: Understood): QueryTokens =>
  new QueryTokens([
    ...terms.map(({ term }) => term).filter((term) => terms.length === 1 || wordWeight(term) > 0),
    ...meanings.map(({ term }) => term),
  ])

/** Offsets refer to the whole field, in UTF-16 units, end exclusive. */
export const matchedWords = (paper: Paper, understood: Understood): MatchedWords => {
  const query = queryTokens(understood)
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

/** Words of a hit, and the words of the question that they are close in meaning to. */
export type CloseWords = { words: string[]; to: string[] }

/**
 * Which words of the question each field of a hit contains, which others are close in meaning to some of it, and which words have
 * neither.
 */
export type HitReasons = {
  fields: { field: RankedField | 'fullText'; words: string[] }[]
  close: CloseWords[]
  missing: string[]
}

const written = (found: readonly FoundWord[]): string[] => [...new Set(found.map((word) => word.written.toLowerCase()))]

type TypedWord = { tokens: string[]; text: string }

/** The words of a question as they were typed, in lower case. */
const typedWords = (text: string): TypedWord[] =>
  tokenize(text).map(({ parts }) => ({
    tokens: parts.map(({ token }) => token),
    text: text.slice(parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0).toLowerCase(),
  }))

/** Which of some words are only close in meaning, grouped by what they are close to. */
const closeWords = (
  found: readonly FoundWord[],
  meanings: readonly Meaning[],
  typed: readonly TypedWord[],
): CloseWords[] => {
  const toOf = new Map(
    meanings.map(({ term, of }) => [
      term,
      [...new Set(typed.filter(({ tokens }) => tokens.some((token) => of.includes(token))).map(({ text }) => text))],
    ]),
  )
  const groups = Map.groupBy(
    found.filter(({ token }) => toOf.has(token)),
    ({ token }) => (toOf.get(token) ?? []).join(' '),
  )
  return [...groups.values()].map((group) => ({
    words: written(group),
    to: toOf.get(group[0]?.token ?? '') ?? [],
  }))
}

/** @param inText the best passage of its full text */
export const explainHit = (paper: Paper, inText: string | null, understood: Understood): HitReasons => {
  const { query, meanings } = understood
  const tokens = queryTokens(understood)
  const meant = new Set(meanings.map(({ term }) => term))
  const texts = fieldTexts(paper)
  const found = [
    ...rankedFieldNames.map((field) => ({ field, words: findWords(texts[field], tokens) })),
    { field: 'fullText' as const, words: findWords(inText ?? '', tokens) },
  ]
  const all = found.flatMap(({ words }) => words)
  const said = new Set(all.map(({ token }) => token))
  const content = new Set(query.content)
  const typed = typedWords(query.plainText)
  const close = closeWords(all, meanings, typed)
  const nearly = new Set(close.flatMap(({ to }) => to))
  const own = found.map(({ field, words }) => ({ field, words: words.filter(({ token }) => !meant.has(token)) }))
  return {
    fields: own.filter(({ words }) => words.length > 0).map(({ field, words }) => ({ field, words: written(words) })),
    close,
    missing: [
      ...new Set(
        typed
          .filter(
            ({ tokens: parts, text }) =>
              !nearly.has(text) && parts.some((part) => content.has(part) && !said.has(part)),
          )
          .map(({ text }) => text),
      ),
    ],
  }
}

/** Markdown syntax to strip from snippets: emphasis, code, block markers, link targets. */
const MARKS = /\*{1,3}|`+|^[ \t]*(?:#{1,6}|>|[-+]|\d{1,3}[.)])[ \t]+|!?\[(?<label>[^\]\n]{0,200})\]\([^)\s]{0,500}\)/gmu

const withoutMarks = (text: string): string => text.replaceAll(MARKS, '$<label>').replaceAll(/\s+/gu, ' ').trim()

/** The best snippet of a passage; `isCut` if more of the passage follows. */
export const passageSnippet = (passage: string, understood: Understood): TextSnippet & { isCut: boolean } => {
  const text = withoutMarks(passage)
  const { snippet } = makeSnippet(text, findWords(text, queryTokens(understood)))
  return { ...snippet, isCut: snippet.end < text.length }
}

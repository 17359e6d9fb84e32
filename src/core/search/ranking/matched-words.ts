import type { Paper } from '#core/papers/paper.ts'
import { AskedTokens } from '#core/text/asked-tokens.ts'
import { OTHER_WORD, tokenize } from '#core/text/tokenize.ts'
import { wordWeight } from './filler-words.ts'
import type { RankedQuery } from './ranked-query.ts'
import { fieldTexts, rankedFieldNames, type RankedField } from './ranked-words.ts'

/** Where a paper says what was asked: words by field, and the part of a text that says most. */

export type Span = { start: number; end: number }
/** A part of a text; offsets are those of the whole. */
export type TextSnippet = Span & { text: string; matches: Span[] }
export type Snippet = TextSnippet & { field: RankedField }
export type MatchedWords = { matched: Partial<Record<RankedField, string[]>>; snippet: Snippet | null }

const SNIPPET_LENGTH = 280
/** Fields whose texts are worth a snippet; names and lists are shown whole anyway. */
const SNIPPET_FIELDS = new Set<RankedField>(['abstract', 'commentary', 'title'])

export type FoundWord = Span & { token: string; written: string }

/** Where a text says some words. */
export const findWords = (text: string, asked: AskedTokens): FoundWord[] =>
  tokenize(text, true, asked)
    .filter((word) => word !== OTHER_WORD)
    .flatMap(({ parts, joined }) =>
      [...parts, ...joined]
        .filter(({ token }) => asked.has(token))
        .map(({ token, start, end }) => ({ token, start, end, written: text.slice(start, end) })),
    )

/** A cut between words, at most this far from where it should be. */
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

/** The range with most different words of the question. */
const bestStretch = (text: string, found: readonly FoundWord[]): { from: number; said: number } => {
  let best = { from: 0, said: 0 }
  for (const first of found) {
    const inside = found.filter(({ start, end }) => start >= first.start && end <= first.start + SNIPPET_LENGTH)
    const said = new Set(inside.map(({ token }) => token)).size
    if (said > best.said) best = { from: first.start, said }
  }
  return best
}

/** The part of a text that says most of what was found, and how many different words that is. */
export const makeSnippet = (text: string, found: readonly FoundWord[]): { said: number; snippet: TextSnippet } => {
  const { from, said } = bestStretch(text, found)
  const fits = text.length <= SNIPPET_LENGTH
  const start = fits ? 0 : wordStart(text, Math.min(from - CUT_WITHIN, text.length - SNIPPET_LENGTH))
  const end = fits ? text.length : wordEnd(text, start + SNIPPET_LENGTH)
  const matches = found
    .filter((span) => span.start >= start && span.end <= end)
    .map((span) => ({ start: span.start, end: span.end }))
  return { said, snippet: { start, end, text: text.slice(start, end), matches } }
}

/** The words of a question that are worth showing where they occur. */
export const askedTokens = ({ terms }: Pick<RankedQuery, 'terms'>): AskedTokens =>
  new AskedTokens(terms.map(({ term }) => term).filter((term) => terms.length === 1 || wordWeight(term) > 0))

/** Offsets are those of the whole field, in UTF-16 units, ends exclusive. */
export const matchedWords = (paper: Paper, { terms }: Pick<RankedQuery, 'terms'>): MatchedWords => {
  const asked = askedTokens({ terms })
  const texts = fieldTexts(paper)
  const matched: Partial<Record<RankedField, string[]>> = {}
  let best: { said: number; snippet: Snippet } | null = null
  for (const field of rankedFieldNames) {
    const found = findWords(texts[field], asked)
    if (found.length > 0) matched[field] = [...new Set(found.map(({ written }) => written.toLowerCase()))]
    if (!SNIPPET_FIELDS.has(field) || texts[field] === '') continue
    const { said, snippet } = makeSnippet(texts[field], found)
    if (best === null || said > best.said) best = { said, snippet: { field, ...snippet } }
  }
  return { matched, snippet: best?.snippet ?? null }
}

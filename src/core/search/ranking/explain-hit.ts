import type { Paper } from '#core/papers/paper.ts'
import { tokenize } from '#core/text/tokenize.ts'
import { askedTokens, findWords, makeSnippet, type FoundWord, type TextSnippet } from './matched-words.ts'
import type { RankedQuery } from './ranked-query.ts'
import { fieldTexts, rankedFieldNames, type RankedField } from './ranked-words.ts'

/** What counted for a hit: where it says which words of the question, and which of them it says nowhere. */
export type HitReasons = {
  fields: { field: RankedField | 'fullText'; words: string[] }[]
  missing: string[]
}

const written = (found: readonly FoundWord[]): string[] => [...new Set(found.map((word) => word.written.toLowerCase()))]

/** @param inText the passage of its full text that counted */
export const explainHit = (paper: Paper, inText: string | null, query: RankedQuery): HitReasons => {
  const asked = askedTokens(query)
  const texts = fieldTexts(paper)
  const found = [
    ...rankedFieldNames.map((field) => ({ field, words: findWords(texts[field], asked) })),
    { field: 'fullText' as const, words: findWords(inText ?? '', asked) },
  ]
  const said = new Set(found.flatMap(({ words }) => words.map(({ token }) => token)))
  const content = new Set(query.content)
  const unsaid = tokenize(query.plainText).filter(({ parts }) =>
    parts.some(({ token }) => content.has(token) && !said.has(token)),
  )
  return {
    fields: found.filter(({ words }) => words.length > 0).map(({ field, words }) => ({ field, words: written(words) })),
    missing: [
      ...new Set(
        unsaid.flatMap(({ parts }) => parts.map(({ start, end }) => query.plainText.slice(start, end).toLowerCase())),
      ),
    ],
  }
}

/** Signs of Markdown, which mean nothing in a snippet: emphasis, code, what begins a line, addresses of links. */
const MARKS = /\*{1,3}|`+|^[ \t]*(?:#{1,6}|>|[-+]|\d{1,3}[.)])[ \t]+|!?\[(?<label>[^\]\n]{0,200})\]\([^)\s]{0,500}\)/gmu

const withoutMarks = (text: string): string => text.replaceAll(MARKS, '$<label>').replaceAll(/\s+/gu, ' ').trim()

/** The part of a passage that says most of a question, with its words; `isCut` where more of the passage follows. */
export const passageSnippet = (passage: string, query: RankedQuery): TextSnippet & { isCut: boolean } => {
  const text = withoutMarks(passage)
  const { snippet } = makeSnippet(text, findWords(text, askedTokens(query)))
  return { ...snippet, isCut: snippet.end < text.length }
}

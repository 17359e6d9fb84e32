import { formulaRanges } from '#core/text/mathematics.ts'
import type { Pattern, SearchField, SearchQuery } from './search-query.ts'
import { tokenize, type Token } from '#core/text/tokenize.ts'

/** UTF-16 offsets, end exclusive. */
export type TextRange = { start: number; end: number }

const matchesAt = (tokens: readonly Token[], at: number, { tokens: wanted, prefix }: Pattern): boolean =>
  wanted.every((token, index) => {
    const found = tokens[at + index]?.token
    return prefix && index === wanted.length - 1 ? found?.startsWith(token) === true : found === token
  })

const matchRanges = (tokens: readonly Token[], pattern: Pattern): TextRange[] =>
  tokens.flatMap(({ start }, at) => {
    const last = tokens[at + pattern.tokens.length - 1]
    return last !== undefined && matchesAt(tokens, at, pattern) ? [{ start, end: last.end }] : []
  })

const mergeRanges = (ranges: readonly TextRange[]): TextRange[] => {
  const result: TextRange[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}

/** The ranges of a field that match a search, by the rules of the index; in order, without overlap. */
export const highlights = (text: string, field: SearchField, query: SearchQuery): TextRange[] => {
  const patterns = query.all.flat().filter((pattern) => pattern.field === null || pattern.field === field)
  if (patterns.length === 0) return []
  const found = tokenize(text)
  const parts = found.flatMap((word) => word.parts)
  // Joined forms, such as gpt4o for gpt-4o, and the unsigned c of C++ match single tokens only.
  const alone = found.flatMap((word) => [...word.joined, ...word.unsigned])
  const single = patterns.filter(({ tokens }) => tokens.length === 1)
  return mergeRanges([
    ...patterns.flatMap((pattern) => matchRanges(parts, pattern)),
    ...single.flatMap((pattern) => matchRanges(alone, pattern)),
  ])
}

export type TextSegment = { text: string; isMatch: boolean }

export const splitSegments = (text: string, ranges: readonly TextRange[]): TextSegment[] => {
  const result: TextSegment[] = []
  let at = 0
  const formulas = formulaRanges(text)
  for (const { start, end } of ranges) {
    // A formula is shown as a whole.
    if (formulas.some((formula) => start < formula.end && end > formula.start)) continue
    if (start > at) result.push({ text: text.slice(at, start), isMatch: false })
    result.push({ text: text.slice(start, end), isMatch: true })
    at = end
  }
  if (at < text.length) result.push({ text: text.slice(at), isMatch: false })
  return result
}

/** Characters of context before the first marked word of an excerpt. */
const EXCERPT_LEAD = 40
const LOW_SURROGATE = /[\udc00-\udfff]/u

/** The next word boundary within a distance; in scripts without spaces, the next whole character. */
const wordStart = (text: string, offset: number, within: number): number => {
  const blank = text.slice(offset, offset + within).search(/\s/u)
  if (blank !== -1) return offset + blank + 1
  return LOW_SURROGATE.test(text.charAt(offset)) ? offset + 1 : offset
}

/** About one line of text around the first range, cut between words, with `…` for omitted text. */
export const excerpt = (text: string, ranges: readonly TextRange[], length: number): TextSegment[] => {
  const first = ranges[0]?.start ?? 0
  const start = first <= EXCERPT_LEAD ? 0 : wordStart(text, first - EXCERPT_LEAD, EXCERPT_LEAD)
  const rest = text.length - start
  const cut = rest <= length ? text.length : wordStart(text, start + length, EXCERPT_LEAD)
  const end = cut < text.length ? text.slice(0, cut).trimEnd().length : cut
  const shown = ranges
    .filter((range) => range.end > start && range.start < end)
    .map((range) => ({ start: range.start - start, end: Math.min(range.end, end) - start }))
  const inside = splitSegments(text.slice(start, end), shown)
  const dots = { text: '…', isMatch: false }
  return [...(start > 0 ? [dots] : []), ...inside, ...(end < text.length ? [dots] : [])]
}

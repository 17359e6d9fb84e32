import type { Pattern, SearchField, SearchQuery } from '#core/search/search-query.ts'
import { indexTokens } from './index-tokens.ts'

/** A public paper as the model of the search knows it; the order of a list of them is their age. */
export type ModelPaper = {
  id: string
  tokens: Record<SearchField, string[]>
  chapter: number | null
  type: string | null
  /** Millionths. */
  score: number | null
}

export type ModelFilter = {
  query: SearchQuery | null
  chapter: number | null
  type: string | null
  minLongHorizon: number | null
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value ?? '']).map((text) => String(text).normalize('NFC').trim())

/** @param paper in contract form */
export const modelPaper = (paper: Record<string, unknown>): ModelPaper => ({
  id: String(paper.id),
  tokens: {
    title: indexTokens(texts(paper.title)),
    authors: indexTokens(texts(paper.authors)),
    abstract: indexTokens(texts(paper.abstract)),
    topics: indexTokens([...new Set(texts(paper.topics ?? []))]),
  },
  chapter: typeof paper.chapter === 'number' ? paper.chapter : null,
  type: typeof paper.type === 'string' ? paper.type : null,
  score: typeof paper.longHorizonScore === 'number' ? Math.round(paper.longHorizonScore * 1e6) : null,
})

const isAt = (tokens: readonly string[], start: number, { tokens: wanted, prefix }: Pattern): boolean =>
  wanted.every((token, at) => {
    const found = tokens[start + at]
    return prefix && at === wanted.length - 1 ? found?.startsWith(token) === true : found === token
  })

const contains = (tokens: readonly string[], pattern: Pattern): boolean =>
  tokens.some((_, start) => isAt(tokens, start, pattern))

const has = (paper: ModelPaper, pattern: Pattern): boolean =>
  pattern.field === null
    ? Object.values(paper.tokens).some((tokens) => contains(tokens, pattern))
    : contains(paper.tokens[pattern.field], pattern)

const matches = (paper: ModelPaper, { all, none }: SearchQuery): boolean =>
  all.length + none.length > 0 &&
  all.every((group) => group.some((pattern) => has(paper, pattern))) &&
  !none.some((pattern) => has(paper, pattern))

/** The ids that a search must give, found by looking at every paper: score descending, none last, then age. */
export const modelSearch = (papers: readonly ModelPaper[], filter: ModelFilter): string[] => {
  const { query, chapter, type, minLongHorizon } = filter
  return (
    papers
      .filter((paper) => chapter === null || paper.chapter === chapter)
      .filter((paper) => type === null || paper.type === type)
      .filter(({ score }) => minLongHorizon === null || (score !== null && score >= minLongHorizon))
      .filter((paper) => query === null || matches(paper, query))
      // Sorting is stable: equal scores stay in the order of age.
      .toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))
      .map(({ id }) => id)
  )
}

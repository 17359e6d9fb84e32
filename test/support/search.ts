import { indexedText, joinIndexedText, splitTokens } from '#core/search/indexed-fields.ts'
import { tokenize, type Token } from '#core/text/tokenize.ts'
import { parseSearchQuery, type Pattern, type SearchQuery, type SearchField } from '#core/search/search-query.ts'
import { parseRankedQuery } from '#core/search/ranking/ranked-query.ts'
import { unfiltered, type RankedRequest } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'

/** Enough for any text of a test. */
const roomy = { positions: 100_000, repeats: 100_000, bytes: 10_000_000 }

/** The words of a field in one row, as the index holds them. */
export const indexTokens = (values: readonly string[]): string[] =>
  splitTokens(
    joinIndexedText(
      indexedText(
        values.map((value) => tokenize(value)),
        roomy,
      ),
    ),
  )

/** All that a text is found by, word by word. */
export const tokensOf = (text: string, stemmed = true): Token[] =>
  tokenize(text, stemmed).flatMap(({ parts, joined, unsigned }) => [...parts, ...joined, ...unsigned])

/** Whether a text that is indexed in every field has what a query asks for: what an engine must answer. */
export const finds = ({ all, none }: SearchQuery, text: string): boolean => {
  const index = indexTokens([text])
  const contains = ({ tokens, prefix }: Pattern): boolean =>
    index.some((_, at) =>
      tokens.every((token, offset) => {
        const there = index[at + offset]
        return prefix && offset === tokens.length - 1 ? there?.startsWith(token) === true : there === token
      }),
    )
  if (all.length === 0 && none.length === 0) return false
  return all.every((group) => group.some(contains)) && !none.some(contains)
}

/** The same for a query as it is typed. */
export const found = (query: string, text: string): boolean => finds(parseSearchQuery(query), text)

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

/** A ranked search for a text as somebody types it. */
export const request = (text: string, given: Partial<Omit<RankedRequest, 'query'>> = {}): RankedRequest => ({
  ...unfiltered,
  limit: 100,
  ...given,
  query: parseRankedQuery(text),
})

/** Merges until there is nothing left to merge; the number of steps. */
export const mergeAll = async (store: Store, rows?: number): Promise<number> => {
  let steps = 0
  while (await store.transact((tx) => tx.ranking.mergeStep(rows))) steps += 1
  return steps
}

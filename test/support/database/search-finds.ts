import { parseSearchQuery, type Pattern, type SearchQuery } from '#core/search/search-query.ts'
import { indexTokens } from './index-tokens.ts'

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

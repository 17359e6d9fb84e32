import type { Pattern, SearchQuery } from '../search-query.ts'

/** How often words may come again in one row of words, whatever it holds. A sentence has more words that are different. */
const FREE_REPEATS = 3
/** Words in rows that must all be found; a single row may be longer. */
const MAX_WORDS_IN_ROWS = 8

const isRow = ({ tokens }: Pattern): boolean => tokens.length > 1

/** The row up to where words that come again outnumber those that are different. */
const boundRow = (pattern: Pattern): Pattern => {
  const { tokens } = pattern
  const different = new Set<string>()
  const end = tokens.findIndex((token, index) => {
    different.add(token)
    return index + 1 - different.size > Math.max(FREE_REPEATS, different.size)
  })
  return end === -1 ? pattern : { ...pattern, tokens: tokens.slice(0, end), prefix: false }
}

/**
 * Bounds rows of words, as in `"long horizon"` and long-horizon. An engine reads the places of each word of a row in every
 * paper that has them all, and anew for a word that comes again. So a row ends before words come again too often in it, and
 * of many rows that must all be found the last are looked for as single words. Excluded rows stay as they are: only the
 * papers that the rest of the query leaves are looked at for them.
 */
export const boundRows = ({ all, none }: SearchQuery): SearchQuery => {
  let words = 0
  const required = new Set<string>()
  /** The words of a row that no other row asks for already, wherever they stand; `others` are what else may be found instead. */
  const singleWords = ({ field, tokens, prefix }: Pattern, others: readonly Pattern[]): Pattern[][] =>
    tokens.flatMap((token, index) => {
      const isPrefix = prefix && index === tokens.length - 1
      if (!isPrefix && required.has(`${field} ${token}`)) return []
      required.add(`${field} ${token}`)
      return [[{ field, tokens: [token], prefix: isPrefix }, ...others]]
    })
  const boundGroup = (given: Pattern[]): Pattern[][] => {
    const group = given.map((pattern) => boundRow(pattern))
    const [row, ...otherRows] = group.filter(isRow)
    if (row === undefined || otherRows.length > 0) return [group]
    const others = group.filter((pattern) => !isRow(pattern))
    const isFirst = words === 0
    words += row.tokens.length
    if (!isFirst && words > MAX_WORDS_IN_ROWS) return singleWords(row, others)
    for (const token of row.tokens) required.add(`${row.field} ${token}`)
    return [group]
  }
  return { all: all.flatMap(boundGroup), none }
}

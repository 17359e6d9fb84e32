import { type RawBuilder, sql } from 'kysely'
import { textKey } from '#core/text/tokenize.ts'

const likeWord = (token: string): string => `%${token.replaceAll(/[\\%_]/gu, '\\$&')}%`

/**
 * A condition on `papers`: the title has each of these words, whole or in part. Without a word it finds nothing. No index helps, so
 * other conditions have to leave few papers.
 */
export const titleHas = (words: string): RawBuilder<boolean> => {
  const tokens = textKey(words)
    .split(' ')
    .filter((token) => token !== '')
  if (tokens.length === 0) return sql<boolean>`1 = 0`
  const conditions = tokens.map((token) => sql`papers.title_key like ${likeWord(token)} escape '\\'`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

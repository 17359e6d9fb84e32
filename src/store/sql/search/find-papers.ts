import type { Paper } from '#core/papers/paper.ts'
import { allowedTypos, closestNames, closestWords, nameWords } from '#core/search/close-names.ts'
import { papersFoundBy } from '#core/search/paper-filter.ts'
import { parseSearchQuery, type Pattern, type SearchField, type SearchQuery } from '#core/search/search-query.ts'
import { wordWeight } from '#core/search/ranking/stop-words.ts'
import { MIN_TYPED_LETTERS, typedWords } from '#core/search/typed-text.ts'
import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { similarSpellings } from './did-you-mean.ts'

/** Papers for somebody who picks one: bounded work in any corpus, however many papers have the typed words. */

/** Of those that the index finds, so many are compared with what was typed. */
const PAPERS_COMPARED = 40
const SPELLINGS_COMPARED = 4_000
const LONGEST_SPELLING = 24
/** Words to try instead of one that no paper has. */
const SPELLINGS_TRIED = 5
const KEY_RANGE_END = '\uffff'

type Scope = { db: Db; engine: Engine }

/** The words that begin with some letters; the index has them by initial and length. */
const spellingsFrom = (db: Db, letters: string, shortest: number) =>
  db
    .selectFrom('spellings')
    .select(['word', 'papers'])
    .where('initial', '=', letters.charAt(0))
    .where(
      'size',
      'in',
      Array.from({ length: Math.max(0, LONGEST_SPELLING - shortest + 1) }, (_, index) => shortest + index),
    )
    .where('word', '>=', letters)
    .where('word', '<', letters + KEY_RANGE_END)
    .where('papers', '>', 0)

const isBeginning = async (db: Db, word: string): Promise<boolean> =>
  word.length <= LONGEST_SPELLING &&
  (await spellingsFrom(db, word, word.length).limit(1).executeTakeFirst()) !== undefined

/** Words of papers that are spelt nearly like this one, or begin nearly like it. */
const closeSpellings = async (db: Db, word: string): Promise<string[]> => {
  const typos = allowedTypos(word)
  if (typos === 0 || word.length > LONGEST_SPELLING) return []
  // Most typos come after the second letter.
  const likely = await spellingsFrom(db, word.slice(0, 2), Math.max(2, word.length - typos))
    .limit(SPELLINGS_COMPARED)
    .execute()
  const near = closestWords(likely, word, SPELLINGS_TRIED)
  return near.length > 0 ? near : closestWords(await similarSpellings(db, word), word, SPELLINGS_TRIED)
}

const patternsOf = (fields: readonly SearchField[], word: string): Pattern[] =>
  fields.flatMap((field) => parseSearchQuery(`${field}:${word}`).all.flat())

/** The longer words of a text, each as a beginning. Of a text of fillers alone, all of them. */
const askedWords = (text: string): string[] => {
  const long = typedWords(text).filter(({ length }) => length >= MIN_TYPED_LETTERS)
  const weighty = long.filter((word) => wordWeight(word) > 0)
  return weighty.length > 0 ? weighty : long
}

const search = async ({ db, engine }: Scope, query: SearchQuery): Promise<Paper[]> =>
  (await engine.searchPage(db, papersFoundBy(query), 0, PAPERS_COMPARED)).map(paperFromRow)

/**
 * Public papers with words that begin like those of a text, closest first. Where none has them all, words that no paper has are
 * taken for those that are spelt nearly like them.
 */
export const findClosePapers = async (
  scope: Scope,
  text: string,
  { fields, most }: { fields: readonly SearchField[]; most: number },
): Promise<Paper[]> => {
  const words = askedWords(text)
  if (words.length === 0) return []
  const groups = words.map((word) => patternsOf(fields, `${word}*`))
  let found = await search(scope, { all: groups, none: [] })
  if (found.length === 0) {
    let isCorrected = false
    for (const [index, word] of words.entries()) {
      const others = (await isBeginning(scope.db, word)) ? [] : await closeSpellings(scope.db, word)
      if (others.length === 0) continue
      isCorrected = true
      groups[index] = others.flatMap((other) => patternsOf(fields, other))
    }
    if (isCorrected) found = await search(scope, { all: groups, none: [] })
  }
  const named = found.map((paper) => ({ item: paper, words: nameWords([paper.title, ...paper.authors].join(' ')) }))
  const close = closestNames(named, text, most)
  // The others have another form of a word, such as planned for planning.
  return [...new Set([...close, ...found])].slice(0, most)
}

import { papersFoundBy } from '#core/search/paper-filter.ts'
import type { LibraryFilter } from '#core/search/library-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { stem, textKey } from '#core/text/tokenize.ts'
import { correctableWords, nearestSpelling, maxEdits, type Spelling } from '#core/search/spelling.ts'
import type { ConceptLink } from '#ports/store/library.ts'
import type { Db } from '#store/rows.ts'
import type { Engine, IndexFilter } from '#store/sql/engine/engine.ts'
import { toIndexFilter } from './index-filter.ts'

/** Words that are looked up in one query, and words that each is compared with. */
export const MAX_CORRECTED_WORDS = 6
const MAX_COMPARED_SPELLINGS = 8_000

const hasMatches = async (db: Db, engine: Engine, filter: IndexFilter): Promise<boolean> =>
  (await engine.searchPage(db, filter, 0, 1)).length > 0

const isIndexed = (db: Db, engine: Engine, word: string): Promise<boolean> =>
  hasMatches(db, engine, papersFoundBy({ all: [[{ field: null, tokens: [stem(word)], prefix: false }]], none: [] }))

/** Words of about the same length that begin with the first or the second letter: the first may be the wrong one. */
export const similarSpellings = (db: Db, word: string): Promise<Spelling[]> => {
  const slips = maxEdits(word)
  const sizes = Array.from({ length: 2 * slips + 1 }, (_, index) => word.length - slips + index)
  return db
    .selectFrom('spellings')
    .select(['word', 'papers'])
    .where('initial', 'in', [word.charAt(0), word.charAt(1)])
    .where('size', 'in', sizes)
    .where('papers', '>', 0)
    .limit(MAX_COMPARED_SPELLINGS)
    .execute()
}

const isKnownSpelling = async (db: Db, word: string): Promise<boolean> => {
  const known = await db
    .selectFrom('spellings')
    .select('papers')
    .where('initial', '=', word.charAt(0))
    .where('size', '=', word.length)
    .where('word', '=', word)
    .executeTakeFirst()
  return known !== undefined && known.papers > 0
}

type WordCheck = (word: string) => Promise<boolean>

/** The text with every misspelt word replaced by a near one; null when none was. */
const correctWords = async (db: Db, text: string, isRight: WordCheck): Promise<string | null> => {
  let result = ''
  let copied = 0
  for (const { word, start, end } of correctableWords(text).slice(0, MAX_CORRECTED_WORDS)) {
    if (await isRight(word)) continue
    const near = nearestSpelling(word, await similarSpellings(db, word))
    if (near === null) continue
    result += text.slice(copied, start) + near
    copied = end
  }
  return copied === 0 ? null : result + text.slice(copied)
}

export const didYouMean = async (
  { db, engine }: { db: Db; engine: Engine },
  text: string,
  filter: LibraryFilter,
): Promise<string | null> => {
  // Words that no paper has come first; then those that are found by their stem alone, as planing is with plane.
  const rules: WordCheck[] = [(word) => isIndexed(db, engine, word), (word) => isKnownSpelling(db, word)]
  for (const isRight of rules) {
    const meant = await correctWords(db, text, isRight)
    if (meant === null) continue
    const indexFilter = await toIndexFilter(db, { ...filter, query: parseSearchQuery(meant) })
    if (indexFilter !== null && (await hasMatches(db, engine, indexFilter))) return meant
  }
  return null
}

const KEY_RANGE_END = '\uffff'

export const suggestConcepts = async (db: Db, text: string, limit: number): Promise<ConceptLink[]> => {
  const key = textKey(text)
  if (key === '') return []
  const rows = await db
    .selectFrom('concepts')
    .innerJoin('concept_years', 'concept_years.concept_seq', 'concepts.seq')
    .select(['concepts.id', 'concepts.name'])
    .where('concepts.name_key', '>=', key)
    .where('concepts.name_key', '<', key + KEY_RANGE_END)
    .where('concept_years.papers', '>', 0)
    .groupBy(['concepts.seq', 'concepts.id', 'concepts.name'])
    .orderBy((eb) => eb.fn.sum('concept_years.papers'), 'desc')
    .orderBy('concepts.name')
    .limit(limit)
    .execute()
  return rows
}

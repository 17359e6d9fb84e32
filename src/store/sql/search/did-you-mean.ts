import { papersFoundBy, type LibraryFilter } from '#core/search/paper-filter.ts'
import { parseSearchQuery, type SearchField } from '#core/search/search-query.ts'
import { stem, textKey } from '#core/text/tokenize.ts'
import { correctableWords, nearestSpelling, maxEdits, type Spelling } from '#core/search/spelling.ts'
import type { ConceptLink, LibrarySuggestions } from '#ports/store/library.ts'
import type { Db } from '#store/rows.ts'
import type { Engine, IndexFilter } from '#store/sql/engine/engine.ts'
import { toIndexFilter } from '#store/sql/facets/index-filter.ts'
import { nameMatches, SUGGESTED, typedQuery } from '#core/search/typed-text.ts'
import type { Paper } from '#core/papers/paper.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { facetCounterName } from '#store/sql/facets/index-facets.ts'

/** Limits on the words corrected in one query, and on the spellings each is compared with. */
export const MAX_CORRECTED_WORDS = 6
const MAX_COMPARED_SPELLINGS = 8_000

const hasMatches = async (db: Db, engine: Engine, filter: IndexFilter): Promise<boolean> =>
  (await engine.searchPage(db, filter, 0, 1)).length > 0

const isIndexed = (db: Db, engine: Engine, word: string): Promise<boolean> =>
  hasMatches(db, engine, papersFoundBy({ all: [[{ field: null, tokens: [stem(word)], prefix: false }]], none: [] }))

/** Words of similar length that start with the first or second letter: the first may be wrong. */
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

/** Replaces every misspelt word by a similar one; null if none was. */
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
  // First words that no paper has; then those found only by their stem, as planing is by plane.
  const rules: WordCheck[] = [(word) => isIndexed(db, engine, word), (word) => isKnownSpelling(db, word)]
  for (const isRight of rules) {
    const meant = await correctWords(db, text, isRight)
    if (meant === null) continue
    const indexFilter = await toIndexFilter({ db, engine }, { ...filter, query: parseSearchQuery(meant) })
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

/** Rows examined in any corpus. */
const CONCEPTS_LOOKED_AT = 500
const PAPERS_LOOKED_AT = 8

type Scope = { db: Db; engine: Engine }

const papersWith = async (
  { db, engine }: Scope,
  text: string,
  { field, most }: { field: SearchField; most: number },
): Promise<Paper[]> => {
  const query = typedQuery(text, field)
  return query === null ? [] : (await engine.searchPage(db, papersFoundBy(query), 0, most)).map(paperFromRow)
}

/** The concepts with most papers, so that a word within a name is found as well as its beginning. */
const largestConcepts = (db: Db): Promise<ConceptLink[]> =>
  db
    .selectFrom('counters')
    .innerJoin('concepts', (join) =>
      join.on((eb) => eb('concepts.seq', '=', eb.cast<number>('counters.value', 'integer'))),
    )
    .select(['concepts.id', 'concepts.name'])
    .where('counters.facet', '=', facetCounterName(null, 'concept'))
    .where('counters.papers', '>', 0)
    .orderBy('counters.papers', 'desc')
    .orderBy('counters.value')
    .limit(CONCEPTS_LOOKED_AT)
    .execute()

/** Papers, in public order, and concepts, most papers first, that start like a text. */
export const suggest = async (scope: Scope, text: string): Promise<LibrarySuggestions> => {
  const authored = await papersWith(scope, text, { field: 'authors', most: PAPERS_LOOKED_AT })
  const names = authored.flatMap(({ authors }) => authors.filter((name) => nameMatches(name, text)))
  const concepts = typedQuery(text, 'title') === null ? [] : await largestConcepts(scope.db)
  const papers = await papersWith(scope, text, { field: 'title', most: SUGGESTED.papers })
  return {
    papers: papers.map(({ id, title }) => ({ id, title })),
    concepts: concepts.filter(({ name }) => nameMatches(name, text)).slice(0, SUGGESTED.concepts),
    authors: [...new Set(names)].slice(0, SUGGESTED.authors),
  }
}

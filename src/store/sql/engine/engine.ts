import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type RawBuilder,
  CompiledQuery,
  sql,
  type Insertable,
} from 'kysely'
import type { PublicChange } from '#core/public-change.ts'
import { everyPaper, filterFacetTokens, type LibraryFilter } from '#core/search/paper-filter.ts'
import type { RankKey } from '#core/papers/score.ts'
import type { IndexedFields } from '#core/search/indexed-fields.ts'
import type { Pattern } from '#core/search/search-query.ts'
import type { FacetToken } from '#core/search/facet-token.ts'
import type { CountProgress } from '#ports/store/papers.ts'
import type { Db, PaperRow, Tables } from '#store/rows.ts'

/** What Kysely needs from an engine apart from running statements. */
export type DialectParts = Pick<Dialect, 'createAdapter' | 'createQueryCompiler' | 'createIntrospector'>

const outsideKysely = (): Promise<void> => {
  throw new Error('The store begins transactions, not Kysely.')
}

const streamQuery: DatabaseConnection['streamQuery'] = () => {
  throw new Error('Rows are read page by page, not streamed.')
}

/**
 * Kysely on top of a function that runs statements. The store, not Kysely, opens connections and begins transactions.
 */
export const createDialect = (parts: DialectParts, executeQuery: DatabaseConnection['executeQuery']): Dialect => ({
  ...parts,
  createDriver: (): Driver => {
    const connection: DatabaseConnection = { executeQuery, streamQuery }
    return {
      init: async () => {},
      acquireConnection: () => Promise.resolve(connection),
      releaseConnection: async () => {},
      beginTransaction: outsideKysely,
      commitTransaction: outsideKysely,
      rollbackTransaction: outsideKysely,
      destroy: async () => {},
    }
  },
})

/**
 * A filter for the search index, with facets other than chapter and type as tokens. Of each entry of `anyOf` a paper has one
 * token at least. Papers that match all patterns of one entry of `except` are left out. `among`: only papers with these keys, which
 * are not all that are meant if too many had to be compared.
 */
export type IndexFilter = Pick<LibraryFilter, 'query' | 'chapter' | 'type' | 'minLongHorizon'> & {
  facetTokens?: readonly FacetToken[]
  anyOf?: readonly (readonly FacetToken[])[]
  except?: readonly Pattern[][][]
  among?: { keys: readonly RankKey[]; areAll: boolean }
  /** Only papers that others of the library cite, and whether these are few. */
  cited?: 'few' | 'many'
}

/** All facet tokens that a filter requires. */
export const requiredFacetTokens = ({ chapter, type, facetTokens = [] }: IndexFilter): FacetToken[] => [
  ...filterFacetTokens({ ...everyPaper, chapter, type }),
  ...facetTokens,
]

/** A paper to be indexed. */
export type IndexEntry = { rankKey: RankKey; fields: IndexedFields; facetTokens: readonly FacetToken[] }

/** A found paper; `matches` counts all matches if finding the page required finding them all. */
export type FoundRow = PaperRow & { matches?: number | null }

/** What differs between the engines; all other SQL is shared. */
export type Engine = {
  /** Matching papers after a rank key, in public order. */
  searchPage(db: Db, filter: IndexFilter, after: RankKey, limit: number): Promise<FoundRow[]>
  /**
   * Continues a count, by at most `atMost` matches if counting blocks the process; `after` is null when all are
   * counted.
   */
  searchCount(db: Db, filter: IndexFilter, progress: CountProgress, atMost: number): Promise<CountProgress>
  /** A query for the `rank_key` of at most `limit` matches, in public order; null if nothing can match. */
  matchingKeys(filter: IndexFilter, limit: number): RawBuilder<unknown> | null
  addToSearch(db: Db, papers: readonly IndexEntry[]): Promise<void>
  removeFromSearch(db: Db, rankKey: RankKey): Promise<void>
  clearSearch(db: Db): Promise<void>
  /** Raises and returns the revision; other processes are notified on commit. */
  raiseRevision(db: Db): Promise<number>
  /** Lets the rest of the process run during long work between two statements of a transaction. */
  letOthersRun(db: Db): Promise<void>
  /** Whether rows can be locked one by one; rows locked by others are then skipped. */
  locksRows: boolean
  /** Rows per insert, where `rowsOf` is null. */
  insertBatchSize: number
  /** Any number of rows as a relation with the types of a table, in one parameter; null if there are no round trips to save. */
  rowsOf: ((table: keyof Tables, rows: readonly object[]) => RawBuilder<unknown>) | null
  isUniqueViolation(error: unknown): boolean
}

/** The context of the queries of one transaction. */
export type TransactionContext = {
  db: Db
  engine: Engine
  /** Records public changes; the revision then rises with the commit, even if the list is empty. */
  markPublicChange(changes?: readonly PublicChange[]): void
}

const texts = new WeakMap<Db, Map<string, string>>()

/** The SQL text for rows of this shape, built once per connection. */
export const cachedStatement = (db: Db, shape: string, build: () => string): string => {
  const known = texts.get(db) ?? new Map<string, string>()
  texts.set(db, known)
  const text = known.get(shape) ?? build()
  known.set(shape, text)
  return text
}

/** Inserts rows of one shape (the same columns in the same order), building the statement only once. */
export const insertRows = async <Table extends keyof Tables>(
  { db, engine: { insertBatchSize, rowsOf } }: Pick<TransactionContext, 'db' | 'engine'>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> => {
  const [first] = rows
  if (first === undefined) return
  if (rowsOf !== null) {
    const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsOf(table, rows)}`.execute(db)
    return
  }
  for (let from = 0; from < rows.length; from += insertBatchSize) {
    const batch = rows.slice(from, from + insertBatchSize)
    const shape = `${batch.length} ${table}(${Object.keys(batch[0] ?? {}).join()})`
    const values = batch.flatMap((row): unknown[] => Object.values(row))
    const text = cachedStatement(db, shape, () => db.insertInto(table).values(batch).compile().sql)
    await db.executeQuery(CompiledQuery.raw(text, values))
  }
}

/** Allowed lengths of key lists in a statement; longer lists are padded to a multiple of the largest. */
const LENGTHS = [1, 3, 10, 30, 100, 200, 500]

/**
 * Pads a list to one of a few lengths. Each length is a prepared statement of its own; one for every length would take
 * tens of megabytes.
 */
export const paddedWith = <Item, Filler>(filler: Filler, items: readonly Item[]): (Item | Filler)[] => {
  if (items.length === 0) return []
  const largest = LENGTHS.at(-1) ?? 1
  const length = LENGTHS.find((one) => one >= items.length) ?? Math.ceil(items.length / largest) * largest
  return [...items, ...Array.from({ length: length - items.length }, () => filler)]
}

/** The keys, padded by repeating the last one. */
export const paddedKeys = <Key extends string | number>(keys: readonly Key[]): Key[] => {
  const [last] = keys.slice(-1)
  return last === undefined ? [] : paddedWith(last, keys)
}

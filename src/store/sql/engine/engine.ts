import type { PublicChange } from '#core/changes/public-change.ts'
import type { PaperFilter } from '#core/search/paper-filter.ts'
import type { RankKey } from '#core/papers/rank-key.ts'
import type { IndexedFields } from '#core/search/indexed-fields.ts'
import type { Pattern } from '#core/search/search-query.ts'
import { facetToken, typeNumber, type FacetToken } from '#core/search/facet-token.ts'
import type { RawBuilder } from 'kysely'
import type { CountProgress } from '#ports/store/papers.ts'
import type { Db, PaperRow } from '#store/rows.ts'

/** A filter of the search index; papers that have all patterns of one of `except` are left out. */
export type IndexFilter = PaperFilter & { facetTokens?: readonly FacetToken[]; except?: readonly Pattern[][][] }

/** All facet tokens that a filter requires. */
export const requiredFacetTokens = ({ chapter, type, facetTokens = [] }: IndexFilter): FacetToken[] => [
  ...(chapter === null ? [] : [facetToken('chapter', chapter)]),
  ...(type === null ? [] : [facetToken('type', typeNumber(type))]),
  ...facetTokens,
]

/** A paper on its way into the index. */
export type IndexEntry = { rankKey: RankKey; fields: IndexedFields; facetTokens: readonly FacetToken[] }

/** A paper that was found; `matches` is the number of all matches, where finding the page meant finding all. */
export type FoundRow = PaperRow & { matches?: number | null }

/** What each engine does in its own way; all other SQL is shared. */
export type Engine = {
  /** Matching papers after a rank key, in the public order. */
  searchPage(db: Db, filter: IndexFilter, after: RankKey, limit: number): Promise<FoundRow[]>
  /**
   * Counts on from where an earlier count stopped, at most so many where counting keeps the process from anything
   * else; `after` is null when there are no more.
   */
  searchCount(db: Db, filter: IndexFilter, progress: CountProgress, atMost: number): Promise<CountProgress>
  /** A statement that gives the `rank_key` of so many matches, in the public order; null when nothing can match. */
  matchingKeys(filter: IndexFilter, limit: number): RawBuilder<unknown> | null
  /** Puts accepted papers into the search index. */
  addToSearch(db: Db, papers: readonly IndexEntry[]): Promise<void>
  removeFromSearch(db: Db, rankKey: RankKey): Promise<void>
  /** Leaves the search index empty. */
  clearSearch(db: Db): Promise<void>
  /** Raises the revision within the transaction and returns it; other processes are notified by the commit. */
  raiseRevision(db: Db): Promise<number>
  /** Whether single rows can be locked: rows that somebody else has locked are then skipped. */
  locksRows: boolean
  /** Rows in one insert: many, where each statement is a round trip to a server. */
  insertBatchSize: number
  isUniqueViolation(error: unknown): boolean
}

/** What the shared queries of one transaction work with. */
export type TransactionContext = {
  db: Db
  engine: Engine
  /** Records what the public can see change; the revision rises with the commit, also for a change that has no kind. */
  markPublicChange(changes?: readonly PublicChange[]): void
}

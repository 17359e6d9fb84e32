import type { Paper } from '#core/paper.ts'
import type { RankKey } from '#core/rank-key.ts'
import type { CountProgress, PaperFilter } from '#ports/papers.ts'
import type { Db, PaperRow } from '#store/rows.ts'

/** What the two engines do each in its own way; all other SQL is shared. */
export type Engine = {
  /** Matching papers after a rank key, in the public order. */
  searchPage(db: Db, filter: PaperFilter, after: RankKey, limit: number): Promise<PaperRow[]>
  /**
   * Counts matches after a rank key: at most so many where counting keeps the process from anything else; `after` is
   * null when there are no more.
   */
  searchCount(db: Db, filter: PaperFilter, after: RankKey, atMost: number): Promise<CountProgress>
  /** Puts accepted papers into the search index. */
  addToSearch(db: Db, papers: readonly { rankKey: RankKey; paper: Paper }[]): Promise<void>
  removeFromSearch(db: Db, rankKey: RankKey): Promise<void>
  /** Raises the revision within the transaction; other processes hear of it when that commits. The new one. */
  raiseRevision(db: Db): Promise<number>
  /** Whether single rows can be locked: those that somebody else holds are then passed over. */
  locksRows: boolean
  /** Rows in one insert: where each statement is a journey to a server, many. */
  rowsAtOnce: number
  isUniqueViolation(error: unknown): boolean
}

/** What the shared queries of one transaction work with. */
export type Scope = {
  db: Db
  engine: Engine
  /** Notes that the public can see a difference: the revision rises with the commit. */
  touchPublic(): void
}

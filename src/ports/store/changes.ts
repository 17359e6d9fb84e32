import type { NumberedChange } from '#core/public-change.ts'
import type { Paper, ResearchType } from '#core/papers/paper.ts'
import type { NamedFacet } from '#core/search/facet-token.ts'
import type { LibraryFilter } from '#core/search/paper-filter.ts'

/** Public changes, by ascending number. */
export type ChangeReader = {
  /** Changes after a number, oldest first. */
  after(seq: number, limit: number): Promise<NumberedChange[]>
  /** The number of the last change; 0 if there are none. */
  last(): Promise<number>
  /** The number of the last change before an instant; 0 if there are none. */
  before(instant: string): Promise<number>
}

/** A public paper with the number and time of its last change. */
export type ChangedPaper = { seq: number; at: string; paper: Paper }

/** Public papers by their last change, latest first. */
export type FeedReader = {
  /**
   * Whether this is the current id of a concept or the current name of an institution, not a former or alternative one.
   */
  isPresentName(facet: 'concept' | NamedFacet, name: string): Promise<boolean>
  /**
   * Public papers that match a filter and last changed before a number. If more than 5,000 match by words, concept,
   * institution or text, only the 5,000 that changed last are considered.
   * @param before null for the newest
   */
  changedPapers(filter: LibraryFilter, before: number | null, limit: number): Promise<ChangedPaper[]>
  /** Papers retracted between two numbers; a null `before` means no upper bound. */
  retractions(
    after: number,
    before: number | null,
    limit: number,
  ): Promise<{ seq: number; id: string; at: string; reason: string }[]>
}

/** A paper with its last public change; `paper` is null for one that was retracted or merged into another. */
export type HarvestedPaper = { seq: number; at: string; id: string; paper: Paper | null }

export type HarvestRange = {
  /** Skips changes up to this number. */
  after: number
  /** Changes from `from` (inclusive) to `before` (exclusive), in ISO 8601. */
  from: string | null
  before: string | null
  chapter: number | null
  type: ResearchType | null
}

/** For harvesters: everything that was ever public, each paper once, ordered by its last change. */
export type HarvestReader = {
  /**
   * Papers of a range. Papers that are no longer public match every chapter and type, since theirs are no longer known.
   */
  papers(range: HarvestRange, limit: number): Promise<HarvestedPaper[]>
  /** Null if it was never public. */
  paper(id: string): Promise<HarvestedPaper | null>
  /** When the first change happened; null for an empty corpus. */
  firstChangeAt(): Promise<string | null>
}

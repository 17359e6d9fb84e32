import type { NumberedChange } from '#core/changes/public-change.ts'
import type { Paper, ResearchType } from '#core/papers/paper.ts'
import type { LibraryFilter } from '#core/search/library-filter.ts'

/** What the public could see change, by numbers that only rise. */
export type ChangeReader = {
  /** Changes after a number, oldest first. */
  after(seq: number, limit: number): Promise<NumberedChange[]>
  /** The number of the last change; 0 when there was none. */
  last(): Promise<number>
}

/** A public paper with the number and the instant of its last change. */
export type ChangedPaper = { seq: number; at: string; paper: Paper }

/** Papers by the numbers of their last public changes, latest change first. */
export type FeedReader = {
  /** Whether a concept goes by this id, or an institution by this name, and not only by a former or another one. */
  isPresentName(named: { concept: string } | { institution: string }): Promise<boolean>
  /**
   * Public papers that pass a filter and last changed before a number. Of a filter that more than 5,000 papers pass by words,
   * concept, institution or text, only those among the 5,000 papers that changed last.
   *
   * @param before null for the newest
   */
  changedPapers(filter: LibraryFilter, before: number | null, limit: number): Promise<ChangedPaper[]>
  /** Papers that were retracted between two numbers; `before` is null for no upper bound. */
  retractions(
    after: number,
    before: number | null,
    limit: number,
  ): Promise<{ seq: number; id: string; at: string; reason: string }[]>
}

/** A paper with its last public change; `paper` is null for one that was retracted or merged into another. */
export type HarvestedPaper = { seq: number; at: string; id: string; paper: Paper | null }

export type HarvestRange = {
  /** Changes up to this number are known already. */
  after: number
  /** An instant in ISO 8601 from which changes count, and one at which they stop to. */
  from: string | null
  before: string | null
  chapter: number | null
  type: ResearchType | null
}

/** What harvesters read: all that was ever public, each paper once, in the order of its last change. */
export type HarvestReader = {
  /** Papers of a range. Those that are public no more are in every chapter and of every type: nothing tells which was theirs. */
  papers(range: HarvestRange, limit: number): Promise<HarvestedPaper[]>
  /** Null for what was never public. */
  paper(id: string): Promise<HarvestedPaper | null>
  /** When the first change was, null for a corpus without any. */
  began(): Promise<string | null>
}

import type { IngestChunk, IngestCounts, IngestRefusal, IngestSession } from '#core/imports/ingest-session.ts'

export type IngestionReader = {
  find(id: string): Promise<IngestSession | null>
  /** Newest first. */
  list(limit: number): Promise<IngestSession[]>
  findChunk(id: string, chunk: number): Promise<IngestChunk | null>
  /** In the order of their numbers. `after` is the number of the last one of the page before. */
  listChunks(id: string, after: number | null, limit: number): Promise<IngestChunk[]>
  /** By chunk and number; `after` is the last one of the page before. */
  listRefusals(
    id: string,
    after: Pick<IngestRefusal, 'chunk' | 'number'> | null,
    limit: number,
  ): Promise<IngestRefusal[]>
  /**
   * How many of at most so many of its papers wait for a decision, in the order in which they were stored. `next` is the place
   * that the following ones come after, null at the end; `after` is 0 at the beginning.
   */
  countPending(id: string, after: number, limit: number): Promise<{ count: number; next: number | null }>
}

/** A paper that a session added to without bringing it, by the record of the session. */
export type IngestTrace = { source: number; paperId: string; isInReview: boolean }

export type IngestionWriter = {
  add(session: IngestSession): Promise<void>
  /** Changes what is given of a session. */
  update(id: string, change: Partial<Pick<IngestSession, 'state' | 'endedAt' | 'endedBy' | 'removed'>>): Promise<void>
  /** Notes a chunk of which nothing is taken yet, in place of one of this number of which nothing was. */
  beginChunk(id: string, chunk: Pick<IngestChunk, 'chunk' | 'digest' | 'begunAt'>): Promise<void>
  /** Adds to the counts of a chunk and its session. */
  count(id: string, chunk: number, added: IngestCounts & { at: string }): Promise<void>
  addRefusals(id: string, refusals: readonly IngestRefusal[]): Promise<void>
  /** Marks a chunk as taken whole; the chunk up to which now every chunk is. */
  finishChunk(id: string, chunk: number, at: string): Promise<number | null>
  /**
   * Deletes papers that the session brought and nobody else has touched or decided on, at most so many; their ids and
   * records may come again. Each is looked at once. How many, and whether all have been looked at.
   * @param actor who brought them
   */
  removePapers(id: string, actor: string, limit: number): Promise<{ removed: number; isAll: boolean }>
  /**
   * Takes back at most so many records that the session brought for candidates: an open candidate without another record is
   * deleted, any other stays as it is. How many records there were.
   */
  removeCandidates(id: string, limit: number): Promise<number>
  /** The next records of the session that came to papers it did not bring, and whether there are no more. */
  listTraces(id: string, limit: number): Promise<{ traces: IngestTrace[]; isAll: boolean }>
  /** Forgets a record of the session, and what it proposes while nobody has decided on that. */
  removeTrace(source: number): Promise<void>
}

/** `complete`: every public text had its vector once; `too_large`: there are too many texts to compare. */
export const vectorSetStates = ['building', 'complete', 'too_large'] as const
export type VectorSetState = (typeof vectorSetStates)[number]

/** The vectors of one model. */
export type VectorSet = { seq: number; model: string; dimension: number; state: VectorSetState }

/** A vector as searches compare it. Numbers rise and are never used again, also when a text changes. */
export type ListedVector = { seq: number; paperSeq: number; vector: Buffer }

export type VectorPlace = { paperSeq: number; place: string }

/** What searches read. */
export type PublicVectorReader = {
  /** The set that questions are compared with; null if none is complete. */
  current(): Promise<VectorSet | null>
  /** Vectors of a set after a number, in the order of their numbers. */
  listAfter(set: number, after: number, limit: number): Promise<ListedVector[]>
  /** The places of those vectors whose texts are public and unchanged. */
  findPlaces(seqs: readonly number[]): Promise<Map<number, VectorPlace>>
  /** The numbers of public papers by id. */
  findPaperSeqs(ids: readonly string[]): Promise<number[]>
}

/** A public text without a vector. `version` is that of its paper. */
export type PendingText = {
  paperSeq: number
  version: number
  place: string
  text: string
  digest: Buffer
  /** Of the same text of this paper before it was edited; null if there was none. */
  vector: Buffer | null
}

export type NewVector = Omit<PendingText, 'text' | 'vector'> & { vector: Buffer }

export type VectorReader = {
  sets(): Promise<VectorSet[]>
  /** Whether vectors of dropped sets are left to delete. */
  hasDropped(): Promise<boolean>
  countVectors(set: number): Promise<number>
  /** Public texts, counted up to `most` and one. */
  countTexts(most: number): Promise<number>
  /**
   * Some texts of papers after a place in public order that lack a vector in this set. Looks at a limited number of papers: `next`
   * is the place to go on after, null at the end.
   */
  pending(set: number, after: number): Promise<{ texts: PendingText[]; next: number | null }>
}

export type VectorWriter = {
  beginSet(model: string, dimension: number): Promise<VectorSet>
  /** Whether this process may fill the set until then. */
  leaseSet(set: number, lease: { by: string; now: string; until: string }): Promise<boolean>
  /** Stores vectors, except of papers that changed or left in the meantime, and of texts that have one. */
  save(set: number, vectors: readonly NewVector[]): Promise<void>
  setState(set: number, state: VectorSetState): Promise<void>
  /** Nothing is compared with this set any more. */
  drop(set: number): Promise<void>
  /** Deletes some vectors of dropped sets; false when nothing is left to delete. */
  deleteDropped(): Promise<boolean>
}

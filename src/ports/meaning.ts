/** The text of a public paper that is nearest to a question in meaning. */
export type NearText = {
  paperSeq: number
  /** Where it is, as `placeName` writes it; `abstract.1` also has the title. */
  place: string
  /** Whether it is clearly nearer than texts usually are. */
  standsOut: boolean
}

export type NearRequest = {
  most: number
  /** Whether a paper counts once, by its nearest text. */
  oncePerPaper: boolean
  /** Only texts of these papers; null for all. */
  ids: readonly string[] | null
}

/** Compares questions with public texts by meaning. */
export type MeaningReader = {
  /**
   * The texts nearest to a question, nearest first; null if that cannot be said now, or not within 300 ms. Never throws. Texts
   * of papers that are no longer public do not take part.
   */
  near(question: string, request: NearRequest): Promise<NearText[] | null>
}

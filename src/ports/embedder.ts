/** `texts`: many at once, in the background; `question`: one, for which somebody waits. */
export type EmbeddingPurpose = 'texts' | 'question'

/** An endpoint that gives vectors of texts, whose distances say how alike the texts are in meaning. */
export type Embedder = {
  /** The model that the operator has chosen. */
  model: string
  /**
   * The vectors of texts, in their order and of one dimension. Sends one request. Throws an `EmbeddingFailure`.
   * @param model another one than the chosen one, whose vectors are still in use
   */
  embed(
    texts: readonly string[],
    options: { purpose: EmbeddingPurpose; model?: string; signal?: AbortSignal | null },
  ): Promise<Int8Array<ArrayBuffer>[]>
  /** How many numbers the last vector of the chosen model had; null before the first. */
  dimension(): number | null
}

import { createHash } from 'node:crypto'
import { pluralize } from '#core/numbers.ts'

/** Vectors of texts, by which papers are found whose words differ from those of a question. */

/** Beyond this many texts nothing is compared by meaning: every search scans all vectors. */
export const MAX_EMBEDDED_TEXTS = 100_000
/** All vectors together, on disk and in the memory of a process. */
export const MAX_VECTOR_BYTES = 120_000_000
export const MAX_DIMENSION = 8_192

/** Whether so many texts can be compared by vectors of so many numbers. */
export const fitsVectors = (texts: number, dimension: number): boolean =>
  texts <= MAX_EMBEDDED_TEXTS && texts * dimension <= MAX_VECTOR_BYTES

/** Why they cannot, for the log and for `longview doctor`. */
export const tooManyTexts = (texts: number, dimension: number): string =>
  texts > MAX_EMBEDDED_TEXTS
    ? `there are more than ${pluralize(MAX_EMBEDDED_TEXTS, 'text', 'texts')}, so searches go by words alone`
    : `${pluralize(texts, 'text', 'texts')} in ${dimension} dimensions take more than ${MAX_VECTOR_BYTES / 1e6} MB, so searches go by words alone`

const LARGEST = 127

/**
 * Scales a vector so that its largest number is 127 or -127, and rounds. Only directions are compared, so the scale need not be
 * kept. A vector of zeros stays one, and is near nothing.
 */
export const toByteVector = (values: readonly number[]): Int8Array<ArrayBuffer> => {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return Int8Array.from(values, (value) => (largest === 0 ? 0 : Math.round((value / largest) * LARGEST)))
}

const DIGEST_BYTES = 16

/** Recognises a text that has a vector already. */
export const textDigest = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES)

/** `text`: the endpoint refuses what it was sent, perhaps because a text is too long for the model. */
export type EmbeddingFault = 'text' | 'endpoint'

/** No vectors came back, or none that can be used. The message names no text, no key and no address. */
export class EmbeddingFailure extends Error {
  override readonly name = 'EmbeddingFailure'
  readonly fault: EmbeddingFault

  constructor(fault: EmbeddingFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.fault = fault
  }
}

/** Letters and digits of plain words. Stemming may turn y into i, so both count as the same. */
const DIGITS = 10
const KINDS = 36
const PLACES = 3
const BITS = 32

const kindOf = (code: number): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  if (code === 0x79) return DIGITS + 0x69 - 0x61
  return code >= 0x61 && code <= 0x7a ? DIGITS + code - 0x61 : -1
}

/**
 * A set of tokens that rejects most other words by their first three letters, without stemming them: a stem begins like its
 * word, except that a y after the first letter may become an i.
 */
export class QueryTokens {
  readonly tokens: ReadonlySet<string>
  /** A bit for each combination of first letters: whether some token begins with it. */
  readonly #begins = new Uint32Array(KINDS ** PLACES / BITS)

  constructor(tokens: Iterable<string>) {
    this.tokens = new Set(tokens)
    for (const token of this.tokens) this.#mark(token)
  }

  /** Marks every beginning of words with this stem: any third letter if the stem has two. */
  #mark(token: string): void {
    let from = 0
    let width = KINDS ** PLACES
    for (let place = 0; place < Math.min(PLACES, token.length); place += 1) {
      const kind = kindOf(token.charCodeAt(place))
      // A token with other letters is not the stem of a plain word.
      if (kind < 0) return
      width /= KINDS
      from += kind * width
    }
    for (let at = from; at < from + width; at += 1)
      this.#begins[at >>> 5] = (this.#begins[at >>> 5] ?? 0) | (1 << (at & 31))
  }

  has(token: string): boolean {
    return this.tokens.has(token)
  }

  /** False if no token is the stem of the word. @param word of a-z and digits only */
  mayBe(word: string): boolean {
    // A word this short is its own stem.
    if (word.length < PLACES) return this.tokens.has(word)
    let at = 0
    for (let place = 0; place < PLACES; place += 1) at = at * KINDS + kindOf(word.charCodeAt(place))
    return ((this.#begins[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0
  }
}

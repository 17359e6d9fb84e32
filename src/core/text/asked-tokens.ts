/** Letters and digits that plain words begin with. A stem may have an i where its word has a y, so both are one. */
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
 * Tells most words that are none of a few tokens by their first three letters, without looking for their stems: a stem
 * begins as its word does, but for a y behind the first letter that became an i.
 */
export class AskedTokens {
  readonly tokens: ReadonlySet<string>
  /** By the first letters, a bit that tells whether a token begins so. */
  readonly #begins = new Uint32Array(KINDS ** PLACES / BITS)

  constructor(tokens: Iterable<string>) {
    this.tokens = new Set(tokens)
    for (const token of this.tokens) this.#mark(token)
  }

  /** Marks all that the token may be the stem of: any third letter where it has two. */
  #mark(token: string): void {
    let from = 0
    let width = KINDS ** PLACES
    for (let place = 0; place < Math.min(PLACES, token.length); place += 1) {
      const kind = kindOf(token.charCodeAt(place))
      // A token of other letters is no stem of a plain word.
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

  /** False for a word that is none of the tokens. @param word small letters of English and digits only */
  mayBe(word: string): boolean {
    // So short a word is its own stem.
    if (word.length < PLACES) return this.tokens.has(word)
    let at = 0
    for (let place = 0; place < PLACES; place += 1) at = at * KINDS + kindOf(word.charCodeAt(place))
    return ((this.#begins[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0
  }
}

/** As many times the room of what is kept: most numbers that are not kept are told apart at the first look. */
const ROOM = 8

/**
 * A few numbers of 32 bits above 0, made once to look many others up. A Set would make an object of each that needs more than 31 bits.
 */
export class NumberSet {
  readonly #slots: Uint32Array
  readonly #mask: number

  constructor(numbers: Iterable<number>) {
    const kept = new Set(numbers)
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2((kept.size + 1) * ROOM)))
    this.#mask = this.#slots.length - 1
    for (const number of kept) this.#slots[this.#slotOf(number)] = number
  }

  /** Where a number is, or the free place where it would be. */
  #slotOf(number: number): number {
    let slot = number & this.#mask
    for (let kept = this.#slots[slot]; kept !== number && kept !== 0; kept = this.#slots[slot])
      slot = (slot + 1) & this.#mask
    return slot
  }

  has(number: number): boolean {
    return number !== 0 && this.#slots[this.#slotOf(number)] === number
  }
}

/** As many times the room of what is kept: most numbers that are not kept are told apart at the first look. */
const ROOM = 8

/**
 * The places of a few numbers of 32 bits above 0, made once to look many others up. A Map would make an object of each
 * that needs more than 31 bits.
 */
export class NumberIndex {
  readonly #slots: Uint32Array
  readonly #places: Int32Array
  readonly #mask: number

  /** Of equal numbers the first one counts. */
  constructor(numbers: readonly number[]) {
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2((numbers.length + 1) * ROOM)))
    this.#places = new Int32Array(this.#slots.length).fill(-1)
    this.#mask = this.#slots.length - 1
    for (const [place, number] of numbers.entries()) {
      const slot = this.#slotOf(number)
      if (this.#slots[slot] === number) continue
      this.#slots[slot] = number
      this.#places[slot] = place
    }
  }

  /** Where a number is, or the free slot where it would be. */
  #slotOf(number: number): number {
    let slot = number & this.#mask
    for (let kept = this.#slots[slot]; kept !== number && kept !== 0; kept = this.#slots[slot])
      slot = (slot + 1) & this.#mask
    return slot
  }

  /** The place of a number among those it was made of; -1 for any other. */
  placeOf(number: number): number {
    return this.#places[this.#slotOf(number)] ?? -1
  }
}

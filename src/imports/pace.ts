import { setTimeout as pause } from 'node:timers/promises'

/** A transaction should hold others up for no longer than this; batches grow and shrink towards it. */
const HOLD_MS = 100
/** Between transactions others, who ask every 2 ms, get their turn for at least so long. */
const GAP_MS = 8
const FIRST_BATCH = 20
const LARGEST_BATCH = 500

/** Writes in short transactions with gaps between them. */
export class Pace {
  readonly #holdMs: number
  #size: number
  #freeSince = 0

  /** @param holdMs how long a transaction may take: less where it shares a thread with those who ask */
  constructor(holdMs = HOLD_MS) {
    this.#holdMs = holdMs
    this.#size = Math.max(1, Math.floor((FIRST_BATCH * holdMs) / HOLD_MS))
  }

  /** How many papers to store in the next transaction. */
  get size(): number {
    return this.#size
  }

  /** Does other work than storing with the same gap before it. */
  async wait<T>(work: () => Promise<T>): Promise<T> {
    await pause(Math.max(0, this.#freeSince + GAP_MS - performance.now()))
    try {
      return await work()
    } finally {
      this.#freeSince = performance.now()
    }
  }

  async store<T>(papers: number, work: () => Promise<T>): Promise<T> {
    let begun = 0
    const result = await this.wait(() => {
      begun = performance.now()
      return work()
    })
    // Rounded up: what a transaction costs by itself would keep a batch of one from growing.
    const fitting = Math.ceil((papers * this.#holdMs) / (this.#freeSince - begun))
    this.#size = Math.min(LARGEST_BATCH, fitting, this.#size * 2)
    return result
  }
}

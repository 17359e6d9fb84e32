const MEBIBYTE = 1_024 * 1_024
/** Bytes of refused bodies that one process reads past in a second: each piece is garbage, and waits for the collector. */
const BYTES_A_SECOND = 4 * MEBIBYTE

/** Whether so many more bytes may be read past now. */
export type DrainingBudget = (bytes: number) => boolean

/**
 * The bytes that may be read only to be thrown away: those of one second at once, and as many in each second after that.
 * @param now milliseconds of a clock that is never set back
 */
export const drainingBudget = (now: () => number = () => performance.now()): DrainingBudget => {
  let left = BYTES_A_SECOND
  let countedAt = now()
  return (bytes) => {
    const at = now()
    left = Math.min(BYTES_A_SECOND, left + ((at - countedAt) / 1_000) * BYTES_A_SECOND)
    countedAt = at
    if (bytes > left) return false
    left -= bytes
    return true
  }
}

import { randomUUID } from 'node:crypto'

const LAST_DIGITS = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'))

/**
 * Makes ids for requests: UUIDs, of which 256 share one draw and differ in their last two digits. They have to be unique, not
 * secret, and a draw each cost a cached response a tenth of its time: Node puts each together of twenty pieces.
 */
export const requestIds = (): (() => string) => {
  let drawn = ''
  let next = LAST_DIGITS.length
  return () => {
    if (next === LAST_DIGITS.length) {
      drawn = randomUUID().slice(0, -2)
      next = 0
    }
    const id = `${drawn}${LAST_DIGITS[next]}`
    next += 1
    return id
  }
}

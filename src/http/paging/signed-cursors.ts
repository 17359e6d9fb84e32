import { createHmac, timingSafeEqual } from 'node:crypto'
import { validationFailure } from '#core/failure.ts'

const MAC_BYTES = 9
const POSITION_BYTES = 7

/**
 * Cursors: the place where a page ended, signed together with the question it belongs to, so that a forged cursor,
 * or one of another question, is refused instead of answered wrongly.
 */
export type Cursors = {
  /** @param query what is asked, without paging; position: a whole number below 2^53 */
  sign(query: string, position: number): string
  /** Throws `invalid` for anything this corpus did not sign for this question. */
  read(query: string, cursor: string | undefined): number | null
}

export const signedCursors = (secret: Buffer): Cursors => {
  const mac = (question: string, position: Buffer): Buffer =>
    createHmac('sha256', secret).update('cursor\0').update(position).update(question).digest().subarray(0, MAC_BYTES)
  return {
    sign: (question, position) => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64BE(BigInt(position))
      const place = bytes.subarray(8 - POSITION_BYTES)
      return Buffer.concat([place, mac(question, place)]).toString('base64url')
    },
    read: (question, cursor) => {
      if (cursor === undefined) return null
      const bytes = Buffer.from(cursor, 'base64url')
      const place = bytes.subarray(0, POSITION_BYTES)
      const given = bytes.subarray(POSITION_BYTES)
      const genuine = given.length === MAC_BYTES && timingSafeEqual(given, mac(question, place))
      if (!genuine || bytes.toString('base64url') !== cursor)
        throw validationFailure([
          { path: 'cursor', message: 'is not one that was given out for this query; start without it' },
        ])
      return Number(BigInt(`0x${place.toString('hex')}`))
    },
  }
}

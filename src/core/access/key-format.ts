import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * API keys: a prefix that scanners recognise, 32 random characters, and a checksum, so that a mistyped key
 * is refused without asking the database. Kept as SHA-256: a random key needs no slow hash.
 */
const PREFIX = 'lv_live_'
/** Keys of version 0.1.0 begin with `rc_live_` and stay valid. */
const SHAPE = /^(?:lv|rc)_live_(?<secret>[0-9A-Za-z]{32})(?<sum>[0-9A-Za-z]{6})$/
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const checksum = (secret: string): string => {
  let rest = crc32(secret)
  let digits = ''
  for (let place = 0; place < 6; place += 1) {
    digits = DIGITS.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** @param secret 32 random characters of 0-9, A-Z, a-z */
export const formatApiKey = (secret: string): string => `${PREFIX}${secret}${checksum(secret)}`

/** Whether a text can be a key at all: shape and checksum. */
export const isWellFormedApiKey = (text: string): boolean => {
  const { secret, sum } = SHAPE.exec(text)?.groups ?? {}
  return secret !== undefined && checksum(secret) === sum
}

/** SHA-256, hex: the only form of keys and tokens that is stored. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

import { randomBytes, randomUUID } from 'node:crypto'
import type { Ids } from '#ports/runtime.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 32
/** Bytes from here on are discarded, so that every character is equally likely. */
const FIRST_UNEVEN_BYTE = 256 - (256 % ALPHABET.length)

const randomText = (): string => {
  let text = ''
  while (text.length < SECRET_LENGTH)
    for (const byte of randomBytes(48))
      if (byte < FIRST_UNEVEN_BYTE && text.length < SECRET_LENGTH) text += ALPHABET.charAt(byte % ALPHABET.length)
  return text
}

/** Ids and secrets from the system's source of randomness. */
export const randomIds: Ids = { uuid: randomUUID, secret: randomText }

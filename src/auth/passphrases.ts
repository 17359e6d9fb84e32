import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { normalizeUnchecked } from '#core/text/normalize-text.ts'
import type { HashingLane, PassphraseHasher } from '#ports/passphrase-hasher.ts'
import { fairQueue } from './fair-queue.ts'

/** How dear a guess is: log2 of the cost, block size, parallelism. 32 MiB for each, about as long as a blink. */
type Parameters = { ln: number; r: number; p: number }

const PARAMETERS: Parameters = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const MOST_WAITING = 32
/** Who is signed in or holds a link need not wait for strangers. */
const signedIn: HashingLane = { network: '', isKnown: true }

const STORED = /^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,2}),p=(?<p>\d{1,2})\$(?<salt>[\w-]{22})\$(?<hash>[\w-]{43})$/u

const derive = (passphrase: string, salt: Buffer, { ln, r, p }: Parameters): Promise<Buffer> => {
  const cost = 2 ** ln
  const options: ScryptOptions = { cost, blockSize: r, parallelization: p, maxmem: 256 * cost * r }
  return new Promise((resolve, reject) => {
    scrypt(normalizeUnchecked(passphrase, 'NFKC'), salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })
}

/** Passphrases by scrypt. @param parameters lighter ones are for tests */
export const scryptPassphrases = (parameters: Parameters = PARAMETERS): PassphraseHasher => {
  // One at a time: each takes much memory, and a flood of guesses must not take it all.
  const inTurn = fairQueue(MOST_WAITING)
  const nobodys = randomBytes(SALT_BYTES)
  const { ln, r, p } = parameters
  return {
    hash: (passphrase, lane = signedIn) =>
      inTurn(lane, async () => {
        const salt = randomBytes(SALT_BYTES)
        const hash = await derive(passphrase, salt, parameters)
        return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
      }),
    verify: (passphrase, stored, lane = signedIn) =>
      inTurn(lane, async () => {
        const parts = STORED.exec(stored ?? '')?.groups
        if (parts === undefined) {
          await derive(passphrase, nobodys, parameters)
          return false
        }
        const { salt = '', hash = '' } = parts
        const used = { ln: Number(parts.ln), r: Number(parts.r), p: Number(parts.p) }
        const given = await derive(passphrase, Buffer.from(salt, 'base64url'), used)
        return timingSafeEqual(given, Buffer.from(hash, 'base64url'))
      }),
  }
}

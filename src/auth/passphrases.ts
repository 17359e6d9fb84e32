import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { Failure } from '#core/failure.ts'
import type { PassphraseHasher } from '#ports/passphrase-hasher.ts'

/** How dear a guess is: log2 of the cost, block size, parallelism. 32 MiB for each, about as long as a blink. */
type Parameters = { ln: number; r: number; p: number }

const PARAMETERS: Parameters = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const MOST_WAITING = 32

const STORED = /^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,2}),p=(?<p>\d{1,2})\$(?<salt>[\w-]{22})\$(?<hash>[\w-]{43})$/u

const derive = (passphrase: string, salt: Buffer, { ln, r, p }: Parameters): Promise<Buffer> => {
  const cost = 2 ** ln
  const options: ScryptOptions = { cost, blockSize: r, parallelization: p, maxmem: 256 * cost * r }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    )
  })
}

/** One at a time: each takes much memory, and a flood of guesses must not take it all. */
const oneAtATime = () => {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= MOST_WAITING)
      throw new Failure('unavailable', 'Too many people are signing in at the moment; try again shortly.', {
        retryAfter: 5,
      })
    waiting += 1
    const turn = last.then(work)
    last = turn
      .catch(() => {})
      .finally(() => {
        waiting -= 1
      })
    return turn
  }
}

/** Passphrases by scrypt. @param parameters lighter ones are for tests */
export const scryptPassphrases = (parameters: Parameters = PARAMETERS): PassphraseHasher => {
  const inTurn = oneAtATime()
  const nobodys = randomBytes(SALT_BYTES)
  const { ln, r, p } = parameters
  return {
    hash: (passphrase) =>
      inTurn(async () => {
        const salt = randomBytes(SALT_BYTES)
        const hash = await derive(passphrase, salt, parameters)
        return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
      }),
    verify: (passphrase, stored) =>
      inTurn(async () => {
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

import type { CommonPassphrases, HashingClient, PassphraseHasher } from '#ports/credentials.ts'
import { Failure } from '#core/failure.ts'
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { normalizeUnchecked } from '#core/text/normalize-text.ts'

/** Loaded when somebody first sets a passphrase: most processes never need it, and it takes several megabytes. */
const readList = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** The list of zxcvbn: some 50,000 passwords from leaked databases. */
export const commonPassphrases = (): CommonPassphrases => {
  let list: Promise<ReadonlySet<string>> | undefined
  return {
    includesAny: async (forms) => {
      const known = await (list ??= readList())
      return forms.some((form) => known.has(form))
    },
  }
}

type Waiting = HashingClient & {
  /** Lower is served first; each entry of a network increases the tag of its next one. */
  tag: number
  start: () => Promise<void>
  refuse: () => void
}

const tooMany = (): Failure =>
  new Failure('unavailable', 'Too many people are signing in at the moment; try again shortly.', { retryAfter: 5 })

/** Known browsers come first, in order of arrival; then networks take turns. */
const comesBefore = (one: Waiting, other: Waiting): boolean =>
  one.isKnown === other.isKnown ? !one.isKnown && one.tag < other.tag : one.isKnown

/**
 * Runs one task at a time, with at most `most` tasks running or waiting. Networks take turns, so that one that sends more
 * waits longer, and a full queue refuses its last entry: no network can lock out others (start-time fair queueing).
 */
export const fairQueue = (most: number) => {
  const waiting: Waiting[] = []
  const nextTags = new Map<string, number>()
  let served = 0
  let isBusy = false

  const next = async (): Promise<void> => {
    isBusy = true
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      if (!first.isKnown) served = Math.max(served, first.tag)
      await first.start()
    }
    isBusy = false
    nextTags.clear()
    served = 0
  }

  const enter = (entry: Waiting): void => {
    const place = waiting.findIndex((other) => comesBefore(entry, other))
    waiting.splice(place < 0 ? waiting.length : place, 0, entry)
    if (waiting.length + (isBusy ? 1 : 0) > most) waiting.pop()?.refuse()
    if (!isBusy) void next()
  }

  return <T>({ network, isKnown }: HashingClient, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const tag = Math.max(served, nextTags.get(network) ?? 0)
      if (!isKnown) nextTags.set(network, tag + 1)
      const start = (): Promise<void> => work().then(resolve, reject)
      enter({ network, isKnown, tag, start, refuse: () => reject(tooMany()) })
    })
}

/** The cost of a guess: log2 of the work factor, block size, parallelism. By default 32 MiB and a few tenths of a second. */
type Parameters = { ln: number; r: number; p: number }

const PARAMETERS: Parameters = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const MAX_WAITING = 32
/** People who are signed in or hold a link need not wait for others. */
const signedIn: HashingClient = { network: '', isKnown: true }

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

/** Hashes passphrases with scrypt. @param parameters cheaper ones are for tests */
export const scryptPassphrases = (parameters: Parameters = PARAMETERS): PassphraseHasher => {
  // One at a time: each needs much memory, and a flood of guesses must not exhaust it.
  const inTurn = fairQueue(MAX_WAITING)
  const dummySalt = randomBytes(SALT_BYTES)
  const { ln, r, p } = parameters
  return {
    hash: (passphrase, client = signedIn) =>
      inTurn(client, async () => {
        const salt = randomBytes(SALT_BYTES)
        const hash = await derive(passphrase, salt, parameters)
        return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
      }),
    verify: (passphrase, stored, client = signedIn) =>
      inTurn(client, async () => {
        const parts = STORED.exec(stored ?? '')?.groups
        if (parts === undefined) {
          await derive(passphrase, dummySalt, parameters)
          return false
        }
        const { salt = '', hash = '' } = parts
        const used = { ln: Number(parts.ln), r: Number(parts.r), p: Number(parts.p) }
        const given = await derive(passphrase, Buffer.from(salt, 'base64url'), used)
        return timingSafeEqual(given, Buffer.from(hash, 'base64url'))
      }),
  }
}

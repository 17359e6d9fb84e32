import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What an API key may be used for. */
export const keyScopes = [
  'submit',
  'review',
  'review:read',
  'review:advise',
  'review:decide',
  'draft',
  'ingest',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** Parts of the editorial API: reading, recommending, and making changes. `review` includes them all. */
export type ReviewScope = Extract<KeyScope, `review:${string}`>

/** An API key without the secret, which is shown once and stored only as a hash. */
export type KeyRecord = {
  id: string
  label: string
  scopes: KeyScope[]
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  /** The recipient of decisions on submissions of this key. */
  email: string | null
  /** The only ingestion session that the key is valid for; null for an ordinary key. */
  ingestSession: string | null
}

const DAY_MS = 86_400_000

/** @param days null for a key that never expires */
export const keyExpiry = (now: Date, days: number | null): string | null =>
  days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString()

/** The key of the first start is printed where others may read it, so by default it expires. */
export const FIRST_KEY_DAYS = 30

export const hasScope = ({ scopes }: Pick<KeyRecord, 'scopes'>, wanted: KeyScope): boolean =>
  scopes.includes(wanted) || (wanted.startsWith('review:') && scopes.includes('review'))

export const isLiveKey = (key: KeyRecord, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || new Date(key.expiresAt) > now)

/**
 * The format of API keys: a prefix that secret scanners recognize, 32 random characters, and a checksum, so that mistyped keys are
 * rejected without a database query. Stored as SHA-256, since random keys do not need a slow hash.
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

/** Checks shape and checksum. */
export const isWellFormedApiKey = (text: string): boolean => {
  const { secret, sum } = SHAPE.exec(text)?.groups ?? {}
  return secret !== undefined && checksum(secret) === sum
}

/** SHA-256, hex: the stored form of keys and tokens. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

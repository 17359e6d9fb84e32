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

/** Parts of the editorial API: reading, recommending, and everything that changes something. `review` includes them. */
export type ReviewScope = Extract<KeyScope, `review:${string}`>

/** An API key as the console lists it. The key itself is shown once; only its hash is stored. */
export type KeyRecord = {
  id: string
  label: string
  scopes: KeyScope[]
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  /** Where decisions on what this key submits are mailed to. */
  email: string | null
  /** The ingestion session that it is good for, and for nothing else; null for any other key. */
  ingestSession: string | null
}

const DAY_MS = 86_400_000

/** When a key expires that is good for so many days; null for one that never does. */
export const keyExpiry = (now: Date, days: number | null): string | null =>
  days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString()

/** The key of the first start is printed where others may read it: it ends unless somebody wants it to stay. */
export const FIRST_KEY_DAYS = 30

export const hasScope = ({ scopes }: Pick<KeyRecord, 'scopes'>, wanted: KeyScope): boolean =>
  scopes.includes(wanted) || (wanted.startsWith('review:') && scopes.includes('review'))

export const isLiveKey = (key: KeyRecord, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || new Date(key.expiresAt) > now)

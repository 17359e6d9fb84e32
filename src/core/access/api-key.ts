/** What an API key may be used for. */
export const keyScopes = ['submit', 'review', 'review:read', 'review:advise', 'review:decide', 'ingest'] as const
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
}

export const hasScope = ({ scopes }: Pick<KeyRecord, 'scopes'>, wanted: KeyScope): boolean =>
  scopes.includes(wanted) || (wanted.startsWith('review:') && scopes.includes('review'))

export const isLiveKey = (key: KeyRecord, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || new Date(key.expiresAt) > now)

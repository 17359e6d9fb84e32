/** What an API key may be used for. */
export const keyScopes = ['submit', 'review', 'ingest'] as const
export type KeyScope = (typeof keyScopes)[number]

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

export const isLiveKey = (key: KeyRecord, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || new Date(key.expiresAt) > now)

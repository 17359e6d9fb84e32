/** What an API key may be used for. */
export const scopes = ['submit', 'review', 'ingest'] as const
export type Scope = (typeof scopes)[number]

/** An API key as the house knows it; the key itself is shown once and kept as a hash only. */
export type KeyRecord = {
  id: string
  label: string
  scopes: Scope[]
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  /** Where decisions on what this key submits are mailed to. */
  email: string | null
}

export const isLive = (key: KeyRecord, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || new Date(key.expiresAt) > now)

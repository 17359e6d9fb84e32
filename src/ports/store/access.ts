import type { KeyRecord } from '#core/access/api-key.ts'
import type { QuotaPolicy, QuotaState } from '#core/quota.ts'

export type KeyReader = {
  /** @param hash SHA-256 of the key, hex; one that was rotated away counts as expiring when its time is up */
  findByHash(hash: string): Promise<KeyRecord | null>
  find(id: string): Promise<KeyRecord | null>
  list(): Promise<KeyRecord[]>
}

export type KeyWriter = {
  add(key: KeyRecord & { hash: string }): Promise<void>
  /** False when there is no such live key. */
  revoke(id: string, at: string): Promise<boolean>
  /** Puts another secret in place of a key's; the one before is good until `previousUntil`. */
  rotate(id: string, hash: string, previousUntil: string): Promise<void>
  /** Sets when a key expires; null: never. */
  renew(id: string, expiresAt: string | null): Promise<void>
  touch(id: string, at: string): Promise<void>
  /** Forgets an address that decisions are mailed to; how many keys had it. */
  eraseEmail(email: string): Promise<number>
}

export type QuotaReader = { peek(bucket: string, policy: QuotaPolicy, now: Date): Promise<QuotaState> }

export type QuotaWriter = {
  /** Counts one request if the window has room; the state after it. Exact across processes. */
  consume(bucket: string, policy: QuotaPolicy, now: Date): Promise<QuotaState>
  /** Forgets what was counted in one bucket. */
  clear(bucket: string): Promise<void>
  /** Forgets requests older than any window. */
  prune(now: Date): Promise<void>
}

/** A response as it was first given, to be given again byte for byte. */
export type StoredResponse = { status: number; headers: Record<string, string>; body: string }

/** What tells a repeated request from a new one (Idempotency-Key). */
export type IdempotencyKey = {
  /** Who asks for what: client, method and path. */
  scope: string
  key: string
  /** SHA-256 of the request body, hex. */
  fingerprint: string
}

export type IdempotencyReader = {
  find(scope: string, key: string): Promise<{ fingerprint: string; response: StoredResponse } | null>
}
export type IdempotencyWriter = {
  put(key: IdempotencyKey, response: StoredResponse, at: string): Promise<void>
  /** Forgets responses that were stored before; how many. */
  prune(before: string): Promise<number>
}

import type { Passkey } from '#core/access/passkey.ts'
import type { Editor, Role, ListedEditor } from '#core/access/editor.ts'
import type { SecondFactor, Session, SignInMethod } from '#core/access/session.ts'
import type { OneTimeCodes } from '#core/access/one-time-code.ts'
import type { KeyRecord } from '#core/access/api-key.ts'
import type { CountedAttempt, QuotaPolicy, QuotaState } from '#core/quota.ts'
import type { AuditFilter, AuditEvent, AuditHead, AuditRecord } from '#core/audit.ts'

export type EditorReader = {
  /** Also finds removed editors. */
  find(id: string): Promise<Editor | null>
  /**
   * An editor who was not removed, with the stored form of their passphrase. Addresses are compared case-insensitively.
   */
  findByEmail(email: string): Promise<(Editor & { passphraseHash: string | null }) | null>
  /**
   * The editor whose link this is, while it is valid.
   * @param hash SHA-256 of the token, hex
   */
  findBySignInLink(hash: string, now: string): Promise<Editor | null>
  /** Null if the editor has no passphrase. */
  findPassphraseHash(id: string): Promise<string | null>
  /** Oldest first, including removed editors. */
  list(): Promise<ListedEditor[]>
}

export type EditorWriter = {
  /** Throws `invalid` for an address that another editor has. */
  add(editor: Editor): Promise<void>
  /** Throws `invalid` for an address that another editor has. */
  updateProfile(id: string, person: { name: string; email: string }): Promise<void>
  setPassphrase(id: string, stored: string): Promise<void>
  setRole(id: string, role: Role): Promise<void>
  /** Also deletes the editor's links, sessions, passphrase and passkeys. */
  remove(id: string, at: string): Promise<void>
  /** Stores a link and revokes the editor's earlier ones. */
  saveSignInLink(link: { hash: string; editorId: string; createdAt: string; expiresAt: string }): Promise<void>
  deleteSignInLinks(editorId: string): Promise<void>
  pruneSignInLinks(now: string): Promise<void>
}

export type SessionReader = {
  /**
   * The session with its editor, even if it has expired.
   * @param hash SHA-256 of the secret, hex
   */
  find(hash: string): Promise<{ session: Session; editor: Editor } | null>
  /** Newest first. */
  listByEditor(editorId: string): Promise<Session[]>
}

export type SessionWriter = {
  add(session: Session & { hash: string }): Promise<void>
  touch(id: string, at: string): Promise<void>
  /** Records that the editor confirmed their identity. A null `secondFactor` leaves the stored one as it is. */
  confirm(id: string, proof: { at: string; secondFactor: SecondFactor | null }): Promise<void>
  /** False when the editor has no such session. */
  end(id: string, editorId: string): Promise<boolean>
  /** Ends all of an editor's sessions but one; returns how many. */
  endOthers(editorId: string, exceptId: string | null): Promise<number>
  prune(begunBefore: string, seenBefore: string): Promise<void>
}

export type PasskeyReader = {
  find(id: string): Promise<Passkey | null>
  listByEditor(editorId: string): Promise<Passkey[]>
}

export type PasskeyWriter = {
  /** Throws `invalid` if the passkey is already registered. */
  add(passkey: Passkey): Promise<void>
  recordUse(id: string, counter: number, at: string): Promise<void>
  /** False when the editor has no such passkey. */
  remove(id: string, editorId: string): Promise<boolean>
  /** Stores a challenge until it is used. `editorId` is null when signing in. */
  saveChallenge(challenge: { hash: string; editorId: string | null; expiresAt: string }): Promise<void>
  /** Uses up a challenge. False if it does not exist, is another editor's, or has expired. */
  consumeChallenge(hash: string, editorId: string | null, now: string): Promise<boolean>
  pruneChallenges(now: string): Promise<void>
}

/** Someone who gave a passphrase and still has to give a code. */
export type PendingSignIn = { editorId: string; method: SignInMethod }

export type SecondFactorReader = {
  /** An editor's one-time codes, even if not yet confirmed by a first code. */
  find(editorId: string): Promise<OneTimeCodes | null>
  /** @param hash SHA-256 of the token, hex */
  findPending(hash: string, now: string): Promise<PendingSignIn | null>
}

export type SecondFactorWriter = {
  /** Stores a secret until it is confirmed by a first code; replaces an unconfirmed one. */
  propose(codes: { editorId: string; sealedSecret: string; createdAt: string }): Promise<void>
  /** Confirms a secret by its first code. False if none is unconfirmed. */
  confirm(editorId: string, step: number, at: string): Promise<boolean>
  /** Uses up the code of a time step. False if this step or a later one was used before. */
  takeStep(editorId: string, step: number): Promise<boolean>
  /**
   * Replaces all earlier recovery codes.
   * @param hashes as `hashRecoveryCode` returns them
   */
  saveRecoveryCodes(editorId: string, hashes: readonly string[]): Promise<void>
  /** Uses up a recovery code; false if there is no such code. */
  takeRecoveryCode(editorId: string, hash: string): Promise<boolean>
  /** Deletes one-time codes, recovery codes and pending sign-ins. */
  remove(editorId: string): Promise<void>
  savePending(pending: PendingSignIn & { hash: string; expiresAt: string }): Promise<void>
  /** False if it has already ended. */
  endPending(hash: string): Promise<boolean>
  endAllPending(editorId: string): Promise<void>
  prunePending(now: string): Promise<void>
}

export type KeyReader = {
  /**
   * A key by its current secret, or by its previous one, which then expires when the rotation's grace period ends.
   * @param hash SHA-256 of the key, hex
   */
  findByHash(hash: string): Promise<KeyRecord | null>
  find(id: string): Promise<KeyRecord | null>
  list(): Promise<KeyRecord[]>
}

export type KeyWriter = {
  add(key: KeyRecord & { hash: string }): Promise<void>
  /** False if there is no such active key. */
  revoke(id: string, at: string): Promise<boolean>
  /** Replaces a key's secret; the previous one works until `previousUntil`. */
  rotate(id: string, hash: string, previousUntil: string): Promise<void>
  /** Sets when a key expires; null: never. */
  renew(id: string, expiresAt: string | null): Promise<void>
  touch(id: string, at: string): Promise<void>
  /** Deletes an address that decisions are mailed to; returns how many keys had it. */
  eraseEmail(email: string): Promise<number>
}

export type QuotaReader = { peek(bucket: string, policy: QuotaPolicy, now: Date): Promise<QuotaState> }

export type QuotaWriter = {
  /** Counts one request if the window has room; returns the state afterwards. Exact across processes. */
  consume(bucket: string, policy: QuotaPolicy, now: Date): Promise<QuotaState>
  /** Counts this many requests, or as many as the window has room for. */
  count(counted: CountedAttempt, now: Date, requests: number): Promise<void>
  /** Resets one bucket. */
  clear(bucket: string): Promise<void>
  /** Deletes requests older than any window. */
  prune(now: Date): Promise<void>
}

/** A response to be repeated byte for byte. */
export type StoredResponse = { status: number; headers: Record<string, string>; body: string }

/** Identifies a repeated request (Idempotency-Key). */
export type IdempotencyKey = {
  /** Client, method and path. */
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
  /** Deletes responses stored before an instant; returns how many. */
  prune(before: string): Promise<number>
}

export type AuditReader = {
  /** Newest first. `before` is the previous page's `next`, which is null on the last page. */
  list(
    filter: AuditFilter,
    before: number | null,
    limit: number,
  ): Promise<{ records: AuditRecord[]; next: number | null }>
  /** Oldest first, after row `after`. */
  listAfter(after: number, limit: number): Promise<AuditRecord[]>
  /** The end of the chain, stored apart from the rows so that missing last rows are noticed. */
  head(): Promise<AuditHead>
}

export type AuditWriter = {
  /** Appends to the chain, in the transaction of the act itself. Nothing in the log ever changes. */
  record(entry: AuditEvent): Promise<void>
}

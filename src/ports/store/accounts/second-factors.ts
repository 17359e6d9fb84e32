import type { OneTimeCodes } from '#core/access/one-time-code.ts'
import type { SignInMethod } from '#core/access/session.ts'

/** Somebody who gave a passphrase and still has to give a code. */
export type PendingSignIn = { editorId: string; method: SignInMethod }

export type SecondFactorReader = {
  /** An editor's one-time codes, also those that wait for their first code. */
  find(editorId: string): Promise<OneTimeCodes | null>
  /** @param hash SHA-256 of the token, hex */
  findPending(hash: string, now: string): Promise<PendingSignIn | null>
}

export type SecondFactorWriter = {
  /** Keeps a secret that waits for its first code; one that waited before is forgotten. */
  propose(codes: { editorId: string; sealedSecret: string; createdAt: string }): Promise<void>
  /** The first code was given. False when none is waited for. */
  confirm(editorId: string, step: number, at: string): Promise<boolean>
  /** Takes the code of a step; false for this step or an earlier one a second time. */
  takeStep(editorId: string, step: number): Promise<boolean>
  /** Those before stop working. @param hashes as `hashRecoveryCode` gives them */
  saveRecoveryCodes(editorId: string, hashes: readonly string[]): Promise<void>
  /** Takes a recovery code for good; false when there is no such code. */
  takeRecoveryCode(editorId: string, hash: string): Promise<boolean>
  /** Ends one-time codes, recovery codes and sign-ins that wait for one. */
  remove(editorId: string): Promise<void>
  savePending(pending: PendingSignIn & { hash: string; expiresAt: string }): Promise<void>
  /** False when it has ended already. */
  endPending(hash: string): Promise<boolean>
  endAllPending(editorId: string): Promise<void>
  prunePending(now: string): Promise<void>
}

import { consumeClientQuota } from './quotas.ts'
import type { ActionContext } from './run-action.ts'
import { hashSecret } from '#core/access/api-key.ts'
import { quotaExceeded, Failure } from '#core/failure.ts'
import {
  signInAccountPolicy,
  signInClientPolicy,
  type ClientNetworks,
  unknownSignInPolicy,
  wrongCodeNoticePolicy,
} from '#core/quota.ts'
import type { SignInMethod, VerifiedCode } from '#core/access/session.ts'
import { beginSession, type BegunSession, type Browser, createSession, type CreatedSession } from './sessions.ts'
import { notifyOwners, recordAccountChange } from './account-changes.ts'
import { type Editor, editorActor } from '#core/access/editor.ts'

type CountSignInAttemptInput = {
  email: string
  client: ClientNetworks
  /** Ids of the editors who have signed in with the browser before. */
  knownTo: readonly string[]
}

/**
 * Counts an attempt to sign in, successful or not, for the client and for the account, even if that does not exist. Returns
 * whether the account has signed in with the browser before; known browsers are counted separately, so that others who
 * guess cannot lock an editor out. Refuses with `quota_exceeded` after too many.
 */
export const countSignInAttempt = async (
  tx: ActionContext,
  { email, client, knownTo }: CountSignInAttemptInput,
): Promise<{ isKnown: boolean } | Failure> => {
  const fromClient = await consumeClientQuota(tx, { name: 'sign-in:client', policy: signInClientPolicy, client })
  if (!fromClient.allowed) return quotaExceeded(fromClient)
  const editor = knownTo.length === 0 ? null : await tx.editors.findByEmail(email)
  const isKnown = editor !== null && knownTo.includes(editor.id)
  const account = isKnown ? `sign-in:known:${editor.id}` : `sign-in:account:${hashSecret(email.toLowerCase())}`
  const forAccount = await tx.quota.consume(account, signInAccountPolicy, tx.now)
  return forAccount.allowed ? { isKnown } : quotaExceeded(forAccount)
}

/** Counts a one-time code or current passphrase that was given for an account. Refuses with `quota_exceeded`. */
export const countCredentialAttempt = async (
  tx: ActionContext,
  { credential, editorId }: { credential: 'code' | 'passphrase'; editorId: string },
): Promise<null | Failure> => {
  const quota = await tx.quota.consume(`${credential}:${editorId}`, signInAccountPolicy, tx.now)
  return quota.allowed ? null : quotaExceeded(quota)
}

type RecordFailedSignInInput = {
  /** As typed; null for methods without an address. */
  email: string | null
  method: SignInMethod
  /** The keyed hash of the client's address. */
  client: string
}

/**
 * Records a failed sign-in. The audit log only grows, so the records are limited: attempts on an account have a quota, and for
 * accounts that do not exist only a number an hour are recorded.
 */
export const recordFailedSignIn = async (
  tx: ActionContext,
  { email, method, client }: RecordFailedSignInInput,
): Promise<void> => {
  const editor = email === null ? null : await tx.editors.findByEmail(email)
  if (editor === null && !(await tx.quota.consume('sign-in:unknown', unknownSignInPolicy, tx.now)).allowed) return
  const at = tx.now.toISOString()
  const subject = editor?.id ?? 'unknown'
  const actor = `client:${client}`
  await tx.audit.record({ at, actor, act: 'editor.sign-in-failed', subject, before: null, after: { method } })
}

type SignInInput = {
  email: string
  /** The stored hash that the passphrase matched, from `verifyPassphrase`; null if it was wrong. */
  passphraseHash: string | null
  browser: Browser
}

/**
 * Signs in an editor whose passphrase was verified. Throws the same `not_signed_in` for an unknown address, a wrong passphrase,
 * and an account without a passphrase.
 */
export const signIn = async (
  tx: ActionContext,
  { email, passphraseHash, browser }: SignInInput,
): Promise<BegunSession> => {
  const editor = await tx.editors.findByEmail(email)
  // The editor may have been removed, or may have changed the passphrase, since it was verified.
  if (passphraseHash === null || editor === null || editor.passphraseHash !== passphraseHash)
    throw new Failure('not_signed_in', 'The email address or the passphrase is wrong; try again.')
  return beginSession(tx, { editor, method: 'passphrase', browser })
}

/** Uses up a verified code; false if it was already used. */
const takeCode = (tx: ActionContext, editorId: string, code: VerifiedCode): Promise<boolean> =>
  code.factor === 'recovery'
    ? tx.secondFactors.takeRecoveryCode(editorId, code.hash)
    : tx.secondFactors.takeStep(editorId, code.step)

/**
 * Records a wrong code. The owner of the account gets an email, at most one an hour, because the person who typed it knows the
 * passphrase.
 */
const recordWrongCode = async (
  tx: ActionContext,
  { editor, method, client }: { editor: Editor; method: SignInMethod; client: string },
): Promise<void> => {
  const change = 'editor.sign-in-failed'
  const after = { method, secondFactor: 'wrong' }
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor: `client:${client}`, act: change, subject: editor.id, before: null, after })
  const notice = await tx.quota.consume(`wrong-code:${editor.id}`, wrongCodeNoticePolicy, tx.now)
  if (notice.allowed) await notifyOwners(tx, { change, owner: editor, actor: editorActor(editor) })
}

type FinishSignInInput = {
  token: string
  code: VerifiedCode | null
  browser: Browser
  /** The keyed hash of the client's address. */
  client: string
}

/**
 * Completes a sign-in by passphrase with a one-time or recovery code. Refuses with `not_signed_in` if the code is wrong or was
 * used before. Throws `not_found` if the passphrase was given too long ago.
 */
export const finishSignIn = async (
  tx: ActionContext,
  { token, code, browser, client }: FinishSignInInput,
): Promise<CreatedSession | Failure> => {
  const hash = hashSecret(token)
  const pending = await tx.secondFactors.findPending(hash, tx.now.toISOString())
  const editor = pending === null ? null : await tx.editors.find(pending.editorId)
  if (pending === null || editor === null || editor.removedAt !== null)
    throw new Failure('not_found', 'You entered your passphrase too long ago; sign in again.')
  if (code === null || !(await takeCode(tx, editor.id, code))) {
    await recordWrongCode(tx, { editor, method: pending.method, client })
    return new Failure('not_signed_in', 'This code is wrong, or was used before; wait for the next one.')
  }
  await tx.secondFactors.endPending(hash)
  if (code.factor === 'recovery') {
    const left = (await tx.secondFactors.find(editor.id))?.recoveryCodes ?? 0
    await recordAccountChange(tx, {
      change: 'recovery-code.use',
      owner: editor,
      actor: editorActor(editor),
      before: { left: left + 1 },
      after: { left },
      detail: String(left),
    })
  }
  return createSession(tx, { editor, method: pending.method, browser, secondFactor: code.factor })
}

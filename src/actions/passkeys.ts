import type { ActionContext } from './run-action.ts'
import { hashSecret } from '#core/access/api-key.ts'
import { CHALLENGE_VALID_MS, parseChallenge } from '#core/access/passkey.ts'
import { consumeClientQuota } from './quotas.ts'
import { quotaExceeded, Failure, validationFailure } from '#core/failure.ts'
import { signInClientPolicy, type ClientNetworks } from '#core/quota.ts'
import { recordAccountChange } from './account-changes.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import type { VerifiedPasskey } from '#ports/credentials.ts'
import { createSession, type Browser, type CreatedSession } from './sessions.ts'
import { type Session, type SecondFactorRole, needsSecondFactor } from '#core/access/session.ts'
import { areCodesActive } from '#core/access/one-time-code.ts'

/** Stores a new single-use challenge; `editorId` is null for signing in. */
const createChallenge = async (tx: ActionContext, editorId: string | null): Promise<string> => {
  // 24 random bytes as 32 characters of base64url.
  const challenge = tx.ids.secret()
  const expiresAt = new Date(tx.now.getTime() + CHALLENGE_VALID_MS).toISOString()
  await tx.passkeys.saveChallenge({ hash: hashSecret(challenge), editorId, expiresAt })
  return challenge
}

/** A challenge for registering a passkey of an editor. */
export const createRegistrationChallenge = (tx: ActionContext, { editorId }: { editorId: string }): Promise<string> =>
  createChallenge(tx, editorId)

/** A challenge for signing in. Refuses with `quota_exceeded` if a client asks for too many. */
export const createAuthenticationChallenge = async (
  tx: ActionContext,
  { client }: { client: ClientNetworks },
): Promise<string | Failure> => {
  const quota = await consumeClientQuota(tx, { name: 'sign-in:passkey', policy: signInClientPolicy, client })
  return quota.allowed ? createChallenge(tx, null) : quotaExceeded(quota)
}

type ConsumeChallengeInput = {
  clientDataJSON: string
  /** The editor that the challenge was made for; null for signing in. */
  editorId: string | null
}

/**
 * Uses up the challenge that a response names and returns it. Null if it is not ours, was used, has expired, or was for
 * somebody else.
 */
export const consumeChallenge = async (
  tx: ActionContext,
  { clientDataJSON, editorId }: ConsumeChallengeInput,
): Promise<string | null> => {
  const challenge = parseChallenge(clientDataJSON)
  if (challenge === null) return null
  const isOurs = await tx.passkeys.consumeChallenge(hashSecret(challenge), editorId, tx.now.toISOString())
  return isOurs ? challenge : null
}

type AddPasskeyInput = {
  editor: Editor
  /** The session in which it was registered, which it thereby confirms. */
  sessionId: string
  /** From `passkeyLabel`. */
  label: string
  /** Null when the device's response could not be verified. */
  passkey: VerifiedPasskey | null
}

const MAX_PASSKEYS = 20

/** Stores a passkey that an editor's device has made. Throws `invalid` if it was not verified or is already registered. */
export const addPasskey = async (
  tx: ActionContext,
  { editor, sessionId, label, passkey }: AddPasskeyInput,
): Promise<void> => {
  if (passkey === null)
    throw validationFailure([
      { path: 'passkey', message: 'could not be verified, or was made too long ago; try again' },
    ])
  if ((await tx.passkeys.listByEditor(editor.id)).length >= MAX_PASSKEYS)
    throw new Failure('wrong_state', `An editor can have at most ${MAX_PASSKEYS} passkeys; remove one first.`)
  const at = tx.now.toISOString()
  await tx.passkeys.add({ ...passkey, editorId: editor.id, label, createdAt: at, usedAt: null })
  await tx.sessions.confirm(sessionId, { at, secondFactor: 'passkey' })
  const actor = editorActor(editor)
  await recordAccountChange(tx, { change: 'passkey.add', owner: editor, actor, after: { label }, detail: label })
}

type SignInWithPasskeyInput = {
  /** The passkey that was used, with its signature counter; null if the response could not be verified. */
  used: { id: string; counter: number } | null
  browser: Browser
}

/** Signs in the owner of a verified passkey. Throws `not_signed_in` without saying why. */
export const signInWithPasskey = async (
  tx: ActionContext,
  { used, browser }: SignInWithPasskeyInput,
): Promise<CreatedSession> => {
  // The editor or the passkey may have been removed since the response was verified.
  const passkey = used === null ? null : await tx.passkeys.find(used.id)
  const editor = passkey === null ? null : await tx.editors.find(passkey.editorId)
  if (used === null || editor === null || editor.removedAt !== null)
    throw new Failure('not_signed_in', 'This passkey is not registered here, or took too long; try again.')
  await tx.passkeys.recordUse(used.id, used.counter, tx.now.toISOString())
  return createSession(tx, { editor, method: 'passkey', browser, secondFactor: 'passkey' })
}

type ConfirmWithPasskeyInput = {
  session: Session
  /** As in `SignInWithPasskeyInput`. */
  used: { id: string; counter: number } | null
}

/** Confirms that the owner of a session is present, by one of their passkeys. Throws `not_found` for any other passkey. */
export const confirmWithPasskey = async (
  tx: ActionContext,
  { session, used }: ConfirmWithPasskeyInput,
): Promise<void> => {
  const passkey = used === null ? null : await tx.passkeys.find(used.id)
  if (used === null || passkey === null || passkey.editorId !== session.editorId)
    throw new Failure('not_found', 'This passkey is not registered to your account, or took too long; try again.')
  const at = tx.now.toISOString()
  await tx.passkeys.recordUse(used.id, used.counter, at)
  await tx.sessions.confirm(session.id, { at, secondFactor: 'passkey' })
}

const assertFactorLeft = async (tx: ActionContext, editorId: string): Promise<void> => {
  const codes = await tx.secondFactors.find(editorId)
  const passkeys = await tx.passkeys.listByEditor(editorId)
  if (passkeys.length === 0 && !areCodesActive(codes))
    throw new Failure('wrong_state', 'Your role needs a second factor: add another passkey or one-time codes first.')
}

type RemovePasskeyInput = {
  id: string
  editor: Editor
  secondFactorRole: SecondFactorRole
}

/** Removes one of an editor's passkeys. Throws `not_found`, and `wrong_state` for the last second factor if one is required. */
export const removePasskey = async (
  tx: ActionContext,
  { id, editor, secondFactorRole }: RemovePasskeyInput,
): Promise<void> => {
  const passkey = await tx.passkeys.find(id)
  if (passkey === null || !(await tx.passkeys.remove(id, editor.id)))
    throw new Failure('not_found', 'You have no such passkey.')
  if (needsSecondFactor(editor.role, secondFactorRole, await tx.editors.list())) await assertFactorLeft(tx, editor.id)
  const { label } = passkey
  const actor = editorActor(editor)
  await recordAccountChange(tx, { change: 'passkey.remove', owner: editor, actor, before: { label }, detail: label })
}

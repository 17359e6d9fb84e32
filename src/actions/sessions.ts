import { notifyOwners } from './account-changes.ts'
import type { ActionContext } from './run-action.ts'
import { hashSecret } from '#core/access/api-key.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import { type SecondFactor, type SignInMethod, PENDING_SIGN_IN_MS, type Session } from '#core/access/session.ts'
import { areCodesActive } from '#core/access/one-time-code.ts'
import { Failure, validationFailure } from '#core/failure.ts'

/** The browser of a sign-in: its user agent, its previous session, which ends, and the editors who have used it before. */
export type Browser = {
  client: string
  before: { id: string; editorId: string } | null
  knownTo: readonly string[]
}

type CreateSessionInput = {
  editor: Editor
  method: SignInMethod
  browser: Browser
  /** What was given in addition to a passphrase. */
  secondFactor?: SecondFactor | null
}

/** A new session. The secret is for the browser's cookie; its hash is stored. */
export type CreatedSession = { secret: string; editor: Editor }

/** Begins a session, always with a new secret. */
export const createSession = async (
  tx: ActionContext,
  { editor, method, browser: { client, before, knownTo }, secondFactor = null }: CreateSessionInput,
): Promise<CreatedSession> => {
  const at = tx.now.toISOString()
  const secret = tx.ids.secret()
  const id = `ss_${tx.ids.secret().slice(0, 12)}`
  if (before !== null) await tx.sessions.end(before.id, before.editorId)
  const session = { id, editorId: editor.id, method, client, createdAt: at, seenAt: at, confirmedAt: at, secondFactor }
  await tx.sessions.add({ ...session, hash: hashSecret(secret) })
  const actor = editorActor(editor)
  await tx.audit.record({ at, actor, act: 'editor.sign-in', subject: editor.id, before: null, after: { method } })
  // After an invitation, the editor has already been emailed about the new passphrase.
  if (method !== 'link' && !knownTo.includes(editor.id))
    await notifyOwners(tx, { change: 'editor.sign-in', owner: editor, actor, detail: client })
  return { secret, editor }
}

/** `pending` is the token for entering a one-time code, without which there is no session yet. */
export type BegunSession = CreatedSession | { pending: string }

/** Signs an editor in, or asks for a one-time code first if the editor has these. */
export const beginSession = async (
  tx: ActionContext,
  input: { editor: Editor; method: SignInMethod; browser: Browser },
): Promise<BegunSession> => {
  const { editor, method } = input
  if (!areCodesActive(await tx.secondFactors.find(editor.id))) return createSession(tx, input)
  const token = tx.ids.secret()
  const expiresAt = new Date(tx.now.getTime() + PENDING_SIGN_IN_MS).toISOString()
  await tx.secondFactors.savePending({ hash: hashSecret(token), editorId: editor.id, method, expiresAt })
  return { pending: token }
}

type ConfirmSessionInput = {
  session: Session
  /** The stored hash that the editor's passphrase was verified against. */
  verifiedHash: string | null
}

/**
 * Confirms that the owner of a session is present, by their passphrase. Throws `invalid` if they have none, and `wrong_state`
 * if it was changed since it was verified.
 */
export const confirmSession = async (
  tx: ActionContext,
  { session, verifiedHash }: ConfirmSessionInput,
): Promise<void> => {
  if (verifiedHash === null)
    throw validationFailure([{ path: 'current', message: 'is not set for your account; use a passkey' }])
  if ((await tx.editors.findPassphraseHash(session.editorId)) !== verifiedHash)
    throw new Failure('wrong_state', 'Your passphrase was changed elsewhere a moment ago.')
  await tx.sessions.confirm(session.id, { at: tx.now.toISOString(), secondFactor: null })
}

/** Ends one of an editor's sessions, at once and in every process. Throws `not_found`. */
export const endSession = async (tx: ActionContext, { id, editor }: { id: string; editor: Editor }): Promise<void> => {
  if (!(await tx.sessions.end(id, editor.id)))
    throw new Failure('not_found', 'That session has already ended, or is not yours.')
}

/** Ends every session of an editor except the current one; returns how many. */
export const endOtherSessions = async (
  tx: ActionContext,
  { editor, currentSessionId }: { editor: Editor; currentSessionId: string },
): Promise<number> => {
  const ended = await tx.sessions.endOthers(editor.id, currentSessionId)
  const at = tx.now.toISOString()
  const actor = editorActor(editor)
  await tx.audit.record({ at, actor, act: 'editor.sign-out', subject: editor.id, before: null, after: { ended } })
  return ended
}

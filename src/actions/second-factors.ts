import type { ActionContext } from './run-action.ts'
import { areCodesActive, formatRecoveryCode, hashRecoveryCode, RECOVERY_CODES } from '#core/access/one-time-code.ts'
import { type Editor, editorActor } from '#core/access/editor.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { recordAccountChange } from './account-changes.ts'
import { needsSecondFactor, type SecondFactorRole } from '#core/access/session.ts'
import { getActiveEditor } from './editors.ts'

/** Stores a new secret until its first code confirms it. Throws `wrong_state` for an editor who has one-time codes. */
export const proposeCodes = async (
  tx: ActionContext,
  { editor, sealedSecret }: { editor: Editor; sealedSecret: string },
): Promise<void> => {
  if (areCodesActive(await tx.secondFactors.find(editor.id)))
    throw new Failure('wrong_state', 'You already have one-time codes; remove them first.')
  await tx.secondFactors.propose({ editorId: editor.id, sealedSecret, createdAt: tx.now.toISOString() })
}

/** Creates recovery codes. The codes are only in the result; their hashes are stored. */
const createRecoveryCodes = async (tx: ActionContext, editorId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => formatRecoveryCode(tx.ids.secret()))
  const hashes = codes.map((code) => hashRecoveryCode(editorId, code)).filter((hash) => hash !== null)
  await tx.secondFactors.saveRecoveryCodes(editorId, hashes)
  return codes
}

type ConfirmCodesInput = {
  editor: Editor
  sessionId: string
  /** The time step of the first code; null if the code was wrong. */
  step: number | null
}

/**
 * Activates an editor's one-time codes, which sign-ins by passphrase then require; all other sessions end. Returns the recovery
 * codes. Throws `invalid` for a wrong code, and `wrong_state` if no secret awaits confirmation.
 */
export const confirmCodes = async (
  tx: ActionContext,
  { editor, sessionId, step }: ConfirmCodesInput,
): Promise<string[]> => {
  if (step === null)
    throw validationFailure([{ path: 'code', message: 'is not the current code; check the clock of your app' }])
  const at = tx.now.toISOString()
  if (!(await tx.secondFactors.confirm(editor.id, step, at)))
    throw new Failure('wrong_state', 'This was already confirmed, or was started again elsewhere.')
  await tx.sessions.endOthers(editor.id, sessionId)
  await tx.sessions.confirm(sessionId, { at, secondFactor: 'code' })
  await recordAccountChange(tx, { change: 'codes.add', owner: editor, actor: editorActor(editor) })
  return createRecoveryCodes(tx, editor.id)
}

/** Gives an editor new recovery codes; the old ones stop working. Throws `wrong_state` without one-time codes. */
export const renewRecoveryCodes = async (tx: ActionContext, { editor }: { editor: Editor }): Promise<string[]> => {
  if (!areCodesActive(await tx.secondFactors.find(editor.id)))
    throw new Failure('wrong_state', 'Recovery codes come with one-time codes: set those up first.')
  await recordAccountChange(tx, { change: 'recovery-code.renew', owner: editor, actor: editorActor(editor) })
  return createRecoveryCodes(tx, editor.id)
}

type RemoveCodesInput = {
  editor: Editor
  secondFactorRole: SecondFactorRole
}

/**
 * Removes an editor's one-time codes and recovery codes. Throws `not_found` without any, and `wrong_state` if they are the only
 * second factor of an editor who must have one.
 */
export const removeCodes = async (tx: ActionContext, { editor, secondFactorRole }: RemoveCodesInput): Promise<void> => {
  if ((await tx.secondFactors.find(editor.id)) === null) throw new Failure('not_found', 'You have no one-time codes.')
  const passkeys = await tx.passkeys.listByEditor(editor.id)
  if (passkeys.length === 0 && needsSecondFactor(editor.role, secondFactorRole, await tx.editors.list()))
    throw new Failure('wrong_state', 'Your role needs a second factor: add a passkey first.')
  await tx.secondFactors.remove(editor.id)
  await recordAccountChange(tx, { change: 'codes.remove', owner: editor, actor: editorActor(editor) })
}

/**
 * For an editor who lost their phone: removes one-time codes, recovery codes and passkeys, and ends every session. The
 * passphrase stays. Throws `not_found`.
 */
export const resetSecondFactor = async (
  tx: ActionContext,
  { id, actor }: { id: string; actor: string },
): Promise<void> => {
  const editor = await getActiveEditor(tx.editors, id)
  await tx.secondFactors.remove(id)
  for (const passkey of await tx.passkeys.listByEditor(id)) await tx.passkeys.remove(passkey.id, id)
  await tx.sessions.endOthers(id, null)
  await recordAccountChange(tx, { change: 'editor.reset', owner: editor, actor })
}

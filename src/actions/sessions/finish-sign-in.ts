import { recordAccountChange } from '#actions/accounts/record-account-change.ts'
import { createSession, type Browser, type CreatedSession } from './create-session.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { editorActor } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { hashSecret } from '#core/access/key-format.ts'
import type { VerifiedCode } from '#core/access/second-factor.ts'
import { takeCode } from './take-code.ts'

type FinishSignInInput = { token: string; code: VerifiedCode | null; browser: Browser }

/**
 * Signs in who gave a passphrase before and now a code. Throws `not_signed_in` when the code is wrong or was used
 * before, and `not_found` when the passphrase was given too long ago.
 */
export const finishSignIn = async (
  tx: ActionContext,
  { token, code, browser }: FinishSignInInput,
): Promise<CreatedSession> => {
  const hash = hashSecret(token)
  const pending = await tx.secondFactors.findPending(hash, tx.now.toISOString())
  const editor = pending === null ? null : await tx.editors.find(pending.editorId)
  if (pending === null || editor === null || editor.removedAt !== null)
    throw new Failure('not_found', 'You gave your passphrase too long ago: sign in again.')
  if (code === null || !(await takeCode(tx, editor.id, code)))
    throw new Failure('not_signed_in', 'This code is wrong, or was used before; wait for the next one.')
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

import { createSession, type Browser, type CreatedSession } from './create-session.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { areCodesActive } from '#core/access/one-time-code.ts'
import type { Editor } from '#core/access/editor.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { PENDING_SIGN_IN_MS, type SignInMethod } from '#core/access/session.ts'

type BeginSessionInput = { editor: Editor; method: SignInMethod; browser: Browser }

/** Who has one-time codes is not in before giving one: `pending` is the token to give it with. */
export type BegunSession = CreatedSession | { pending: string }

/** Signs an editor in, or asks for a code first where the editor has one-time codes. */
export const beginSession = async (tx: ActionContext, input: BeginSessionInput): Promise<BegunSession> => {
  const { editor, method } = input
  if (!areCodesActive(await tx.secondFactors.find(editor.id))) return createSession(tx, input)
  const token = tx.ids.secret()
  const expiresAt = new Date(tx.now.getTime() + PENDING_SIGN_IN_MS).toISOString()
  await tx.secondFactors.savePending({ hash: hashSecret(token), editorId: editor.id, method, expiresAt })
  return { pending: token }
}

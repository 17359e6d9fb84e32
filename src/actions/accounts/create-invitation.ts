import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import type { Editor } from '#core/access/editor.ts'
import { invitationExpiry } from '#core/access/invitation.ts'

/** An invitation is valid for one sign-in. The token is in the link only; its hash is stored. */
export type Invitation = { editor: Editor; token: string; expiresAt: string }

/** Makes an invitation for an editor; earlier ones end. */
export const createInvitation = async (tx: ActionContext, editor: Editor): Promise<Invitation> => {
  const token = tx.ids.secret()
  const expiresAt = invitationExpiry(tx.now)
  const createdAt = tx.now.toISOString()
  await tx.editors.saveSignInLink({ hash: hashSecret(token), editorId: editor.id, createdAt, expiresAt })
  return { editor, token, expiresAt }
}

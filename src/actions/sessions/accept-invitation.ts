import { beginSession, type BegunSession } from './begin-session.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { hashSecret } from '#core/access/key-format.ts'
import type { Editor } from '#core/access/editor.ts'
import { validationFailure } from '#core/failure.ts'
import { invitationEnded } from '#core/access/invitation.ts'
import type { Browser } from './create-session.ts'
import { setPassphrase } from './set-passphrase.ts'

type AcceptInvitationInput = {
  token: string
  /** Of the new passphrase. */
  passphraseHash: string
  /** Name and address of the first admin; ignored for anybody else. */
  person: { name: string; email: string } | null
  browser: Browser
}

/** The first admin under the name and address that they gave. */
const introduced = async (
  tx: ActionContext,
  editor: Editor,
  person: AcceptInvitationInput['person'],
): Promise<Editor> => {
  if (person === null) throw validationFailure([{ path: 'email', message: 'is required' }])
  await tx.editors.updateProfile(editor.id, person)
  return { ...editor, ...person }
}

/**
 * Uses up an invitation: sets the passphrase and signs the editor in; all other sessions of the editor end. Throws
 * `not_found` for an invitation that was used or has expired, and `invalid` for the first admin's name or address.
 */
export const acceptInvitation = async (
  tx: ActionContext,
  { token, passphraseHash, person, browser }: AcceptInvitationInput,
): Promise<BegunSession> => {
  const invited = await tx.editors.findBySignInLink(hashSecret(token), tx.now.toISOString())
  if (invited === null) throw invitationEnded()
  const editor = invited.email === null ? await introduced(tx, invited, person) : invited
  await tx.editors.deleteSignInLinks(editor.id)
  await setPassphrase(tx, { editor, passphraseHash, exceptSessionId: null })
  return beginSession(tx, { editor, method: 'link', browser })
}

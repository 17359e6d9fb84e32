import { recordAccountChange } from './account-changes.ts'
import type { ActionContext } from './run-action.ts'
import { editorActor, type Editor, invitationEnded } from '#core/access/editor.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { beginSession, type BegunSession, type Browser } from './sessions.ts'
import { hashSecret } from '#core/access/api-key.ts'

/** Sets a passphrase and ends the editor's other sessions, so that anybody who knew the old one is signed out. */
const setPassphrase = async (
  tx: ActionContext,
  {
    editor,
    passphraseHash,
    exceptSessionId,
  }: { editor: Editor; passphraseHash: string; exceptSessionId: string | null },
): Promise<void> => {
  await tx.editors.setPassphrase(editor.id, passphraseHash)
  await tx.sessions.endOthers(editor.id, exceptSessionId)
  await tx.secondFactors.endAllPending(editor.id)
  await recordAccountChange(tx, { change: 'editor.passphrase', owner: editor, actor: editorActor(editor) })
}

type ChangePassphraseInput = {
  editor: Editor
  sessionId: string
  /** The stored hash that the current passphrase was verified against; null if there was none. */
  verifiedHash: string | null
  /** Of the new passphrase. */
  passphraseHash: string
}

/** Changes one's own passphrase; all other sessions end. Throws `wrong_state` if it was changed since it was verified. */
export const changePassphrase = async (
  tx: ActionContext,
  { editor, sessionId, verifiedHash, passphraseHash }: ChangePassphraseInput,
): Promise<void> => {
  if ((await tx.editors.findPassphraseHash(editor.id)) !== verifiedHash)
    throw new Failure('wrong_state', 'Your passphrase was changed elsewhere a moment ago.')
  await setPassphrase(tx, { editor, passphraseHash, exceptSessionId: sessionId })
}

type AcceptInvitationInput = {
  token: string
  /** Of the new passphrase. */
  passphraseHash: string
  /** Name and address of the first admin; ignored for everybody else. */
  person: { name: string; email: string } | null
  browser: Browser
}

/** Stores the name and address that the first admin gave. */
const completeProfile = async (
  tx: ActionContext,
  editor: Editor,
  person: AcceptInvitationInput['person'],
): Promise<Editor> => {
  if (person === null) throw validationFailure([{ path: 'email', message: 'is required' }])
  await tx.editors.updateProfile(editor.id, person)
  return { ...editor, ...person }
}

/**
 * Uses up an invitation: sets the passphrase and signs the editor in; all their other sessions end. Throws `not_found` for an
 * invitation that was used or has expired, and `invalid` for the first admin's name or address.
 */
export const acceptInvitation = async (
  tx: ActionContext,
  { token, passphraseHash, person, browser }: AcceptInvitationInput,
): Promise<BegunSession> => {
  const invited = await tx.editors.findBySignInLink(hashSecret(token), tx.now.toISOString())
  if (invited === null) throw invitationEnded()
  const editor = invited.email === null ? await completeProfile(tx, invited, person) : invited
  await tx.editors.deleteSignInLinks(editor.id)
  await setPassphrase(tx, { editor, passphraseHash, exceptSessionId: null })
  return beginSession(tx, { editor, method: 'link', browser })
}

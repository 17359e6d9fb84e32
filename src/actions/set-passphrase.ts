import { hashSecret } from '#core/access/key-format.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import { Failure, validationFailure, quotaExceeded } from '#core/failure.ts'
import { passphraseError } from '#core/access/passphrase.ts'
import { signInAccountPolicy } from '#core/access/quota.ts'
import type { Transaction } from '#ports/store/store.ts'
import { beginSession, type Begun, type Browser } from './begin-session.ts'
import type { SignInPorts } from './sign-in.ts'

const refuseWeak = (passphrase: string): void => {
  const message = passphraseError(passphrase)
  if (message !== null) throw validationFailure([{ path: 'passphrase', message }])
}

/** Whoever had the old passphrase, or a browser signed in by it, is out. */
const store = async (tx: Transaction, editor: Editor, given: { sealed: string; at: string; kept: string | null }) => {
  const { sealed, at, kept } = given
  await tx.editors.setPassphrase(editor.id, sealed)
  await tx.sessions.endOthers(editor.id, kept)
  const actor = editorActor(editor)
  await tx.audit.record({ at, actor, act: 'editor.passphrase', subject: editor.id, before: null, after: null })
}

export const deadLink = (): Failure =>
  new Failure('not_found', 'This link was used already, or is older than 48 hours; an admin can make you a new one.')

/**
 * Uses up a sign-in link: sets a passphrase and signs in; all other sessions of the editor end. `person`: name and
 * address of the first admin; ignored for anybody else. Throws `not_found` for a dead link, `invalid`.
 */
export const acceptInvitation = async (
  ports: SignInPorts,
  { token, passphrase, person }: { token: string; passphrase: string; person: { name: string; email: string } | null },
  browser: Browser,
): Promise<Begun> => {
  const hash = hashSecret(token)
  const at = ports.clock.now().toISOString()
  if ((await ports.store.private.editors.findBySignInLink(hash, at)) === null) throw deadLink()
  refuseWeak(passphrase)
  const sealed = await ports.passphrases.hash(passphrase)
  return ports.store.transact(async (tx) => {
    const invited = await tx.editors.findBySignInLink(hash, at)
    if (invited === null) throw deadLink()
    if (invited.email === null) {
      if (person === null) throw validationFailure([{ path: 'email', message: 'is required' }])
      await tx.editors.updateProfile(invited.id, person)
    }
    await tx.editors.deleteSignInLinks(invited.id)
    await store(tx, invited, { sealed, at, kept: null })
    return beginSession(tx, ports, { editor: invited, method: 'link', browser })
  })
}

/**
 * Changes one's own passphrase; all other sessions end. Throws `invalid` for a wrong old or an unsuitable new one, and
 * `quota_exceeded` when the old one was guessed at too often.
 */
export const changePassphrase = async (
  ports: SignInPorts,
  {
    editor,
    sessionId,
    current,
    passphrase,
  }: { editor: Editor; sessionId: string; current: string; passphrase: string },
): Promise<void> => {
  refuseWeak(passphrase)
  const now = ports.clock.now()
  const attempt = await ports.store.transact((tx) =>
    tx.quota.consume(`passphrase:${editor.id}`, signInAccountPolicy, now),
  )
  if (!attempt.allowed) throw quotaExceeded(attempt)
  const before = await ports.store.private.editors.passphrase(editor.id)
  if (before !== null && !(await ports.passphrases.verify(current, before)))
    throw validationFailure([{ path: 'current', message: 'is not your present passphrase' }])
  const sealed = await ports.passphrases.hash(passphrase)
  const at = now.toISOString()
  await ports.store.transact(async (tx) => {
    if ((await tx.editors.passphrase(editor.id)) !== before)
      throw new Failure('wrong_state', 'Your passphrase was changed from elsewhere a moment ago.')
    await store(tx, editor, { sealed, at, kept: sessionId })
  })
}

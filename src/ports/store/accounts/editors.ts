import type { Passkey } from '#core/access/passkey.ts'
import type { Editor, Role, ListedEditor } from '#core/access/editor.ts'
import type { SecondFactor } from '#core/access/second-factor.ts'
import type { Session } from '#core/access/session.ts'

export type EditorReader = {
  /** Also those who were removed. */
  find(id: string): Promise<Editor | null>
  /** Those who were not removed, with the stored form of their passphrase; addresses compare without case. */
  findByEmail(email: string): Promise<(Editor & { passphraseHash: string | null }) | null>
  /** Whose link this is, if it is valid still. @param hash SHA-256 of the token, hex */
  findBySignInLink(hash: string, now: string): Promise<Editor | null>
  /** The stored form of a passphrase, null where there is none. */
  findPassphraseHash(id: string): Promise<string | null>
  /** Also those who were removed, oldest first. */
  list(): Promise<ListedEditor[]>
}

export type EditorWriter = {
  /** Throws `invalid` for an address that another editor has. */
  add(editor: Editor): Promise<void>
  /** Throws `invalid` for an address that another editor has. */
  updateProfile(id: string, person: { name: string; email: string }): Promise<void>
  setPassphrase(id: string, stored: string): Promise<void>
  setRole(id: string, role: Role): Promise<void>
  /** Ends the editor's links, sessions, passphrase and passkeys as well. */
  remove(id: string, at: string): Promise<void>
  /** Makes a link; those made for the editor before end. */
  saveSignInLink(link: { hash: string; editorId: string; createdAt: string; expiresAt: string }): Promise<void>
  deleteSignInLinks(editorId: string): Promise<void>
  pruneSignInLinks(now: string): Promise<void>
}

export type SessionReader = {
  /** The session with its editor, live or not. @param hash SHA-256 of the secret, hex */
  find(hash: string): Promise<{ session: Session; editor: Editor } | null>
  /** Newest first. */
  listByEditor(editorId: string): Promise<Session[]>
}

export type SessionWriter = {
  add(session: Session & { hash: string }): Promise<void>
  touch(id: string, at: string): Promise<void>
  /** Its owner has proved to be there; what it proved before beside a passphrase stays where this proves nothing. */
  confirm(id: string, proof: { at: string; secondFactor: SecondFactor | null }): Promise<void>
  /** False when the editor has no such session. */
  end(id: string, editorId: string): Promise<boolean>
  /** Ends all of an editor's sessions but one; how many. */
  endOthers(editorId: string, exceptId: string | null): Promise<number>
  prune(begunBefore: string, seenBefore: string): Promise<void>
}

export type PasskeyReader = {
  find(id: string): Promise<Passkey | null>
  listByEditor(editorId: string): Promise<Passkey[]>
}

export type PasskeyWriter = {
  /** Throws `invalid` for one that is known already. */
  add(passkey: Passkey): Promise<void>
  recordUse(id: string, counter: number, at: string): Promise<void>
  /** False when the editor has no such passkey. */
  remove(id: string, editorId: string): Promise<boolean>
  /** Keeps a challenge until it is taken. `editorId` is null for signing in. */
  saveChallenge(challenge: { hash: string; editorId: string | null; expiresAt: string }): Promise<void>
  /** Takes a challenge away for good; false when it was not there, was another's, or is too old. */
  consumeChallenge(hash: string, editorId: string | null, now: string): Promise<boolean>
  pruneChallenges(now: string): Promise<void>
}

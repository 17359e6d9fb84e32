import { hashSecret } from '#core/access/key-format.ts'
import { editorActor, type Editor } from '#core/access/editor.ts'
import { Failure, validationFailure, quotaExceeded } from '#core/failure.ts'
import { parseChallenge, CHALLENGE_VALID_MS, type RelyingParty } from '#core/access/passkey.ts'
import { signInClientPolicy } from '#core/access/quota.ts'
import { textError } from '#core/text/normalize-text.ts'
import type { Clock } from '#ports/clock.ts'
import type { Passkey } from '#ports/store/editors.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store, Transaction } from '#ports/store/store.ts'
import type { RegistrationResponse, AuthenticationResponse, WebAuthn } from '#ports/web-authn.ts'
import { beginSession, type Begun, type Browser } from './begin-session.ts'

const LABEL_LENGTH = 100
const MOST_PASSKEYS = 20

type Ports = { store: Store; clock: Clock; ids: Ids }
export type PasskeyPorts = Ports & { webAuthn: WebAuthn }

const newChallenge = async (tx: Transaction, { clock, ids }: Ports, editorId: string | null): Promise<string> => {
  // 32 characters that are base64url as they stand: 24 random bytes.
  const challenge = ids.secret()
  const expiresAt = new Date(clock.now().getTime() + CHALLENGE_VALID_MS).toISOString()
  await tx.passkeys.saveChallenge({ hash: hashSecret(challenge), editorId, expiresAt })
  return challenge
}

/** Takes the challenge that was answered away, whatever comes of the answer; null when it was not ours to this person. */
const answeredChallenge = async (
  { store, clock }: Ports,
  { response }: RegistrationResponse | AuthenticationResponse,
  editorId: string | null,
): Promise<string | null> => {
  const challenge = parseChallenge(response.clientDataJSON)
  if (challenge === null) return null
  const hash = hashSecret(challenge)
  const taken = await store.transact((tx) => tx.passkeys.consumeChallenge(hash, editorId, clock.now().toISOString()))
  return taken ? challenge : null
}

/** A challenge for a new passkey of an editor's, good once and for five minutes. */
export const challengeForPasskey = (ports: Ports, editor: Editor): Promise<string> =>
  ports.store.transact((tx) => newChallenge(tx, ports, editor.id))

/** A challenge for signing in. Throws `quota_exceeded` after too many from one address. */
export const challengeForSignIn = async (ports: Ports, address: string): Promise<string> => {
  const given = await ports.store.transact(async (tx) => {
    const quota = await tx.quota.consume(`sign-in:passkey:${address}`, signInClientPolicy, ports.clock.now())
    return quota.allowed ? newChallenge(tx, ports, null) : quota
  })
  if (typeof given !== 'string') throw quotaExceeded(given)
  return given
}

const checkedLabel = (label: string): string => {
  const trimmed = label.trim()
  const mistake = trimmed === '' ? 'must not be empty' : textError(trimmed, 'line')
  const message = trimmed.length > LABEL_LENGTH ? `must have at most ${LABEL_LENGTH} characters` : mistake
  if (message !== null) throw validationFailure([{ path: 'label', message }])
  return trimmed
}

/** Keeps a passkey that a device of the editor's has made. Throws `invalid` for an answer that does not hold. */
export const addPasskey = async (
  ports: PasskeyPorts,
  { editor, label, answer, site }: { editor: Editor; label: string; answer: RegistrationResponse; site: RelyingParty },
): Promise<void> => {
  const name = checkedLabel(label)
  const challenge = await answeredChallenge(ports, answer, editor.id)
  const made = challenge === null ? null : await ports.webAuthn.verifyRegistration(answer, { site, challenge })
  if (made === null)
    throw validationFailure([{ path: 'passkey', message: 'could not be checked, or was made too long ago: try again' }])
  await ports.store.transact(async (tx) => {
    if ((await tx.passkeys.listByEditor(editor.id)).length >= MOST_PASSKEYS)
      throw new Failure('wrong_state', `An editor has at most ${MOST_PASSKEYS} passkeys: remove one first.`)
    const at = ports.clock.now().toISOString()
    const passkey: Passkey = { ...made, editorId: editor.id, label: name, createdAt: at, usedAt: null }
    await tx.passkeys.add(passkey)
    const actor = editorActor(editor)
    const after = { label: name }
    await tx.audit.record({ at, actor, act: 'passkey.add', subject: editor.id, before: null, after })
  })
}

/** Ends a passkey of an editor's own. Throws `not_found`. */
export const removePasskey = (
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { id, editor }: { id: string; editor: Editor },
): Promise<void> =>
  store.transact(async (tx) => {
    const passkey = await tx.passkeys.find(id)
    if (passkey === null || !(await tx.passkeys.remove(id, editor.id)))
      throw new Failure('not_found', 'You have no such passkey.')
    const at = clock.now().toISOString()
    const before = { label: passkey.label }
    const actor = editorActor(editor)
    await tx.audit.record({ at, actor, act: 'passkey.remove', subject: editor.id, before, after: null })
  })

const refused = (): Failure =>
  new Failure('not_signed_in', 'This passkey is not known here, or took too long; try again.')

/** Signs in whoever has the passkey. Throws `not_signed_in` without telling what was wrong. */
export const signInByPasskey = async (
  ports: PasskeyPorts,
  { answer, site }: { answer: AuthenticationResponse; site: RelyingParty },
  browser: Browser,
): Promise<Begun> => {
  const challenge = await answeredChallenge(ports, answer, null)
  const passkey = challenge === null ? null : await ports.store.private.passkeys.find(answer.id)
  if (challenge === null || passkey === null) throw refused()
  const used = await ports.webAuthn.verifyAuthentication(answer, passkey, { site, challenge })
  if (used === null) throw refused()
  return ports.store.transact(async (tx) => {
    // Between the two the editor or the passkey may have been removed.
    const editor = (await tx.passkeys.find(passkey.id)) === null ? null : await tx.editors.find(passkey.editorId)
    if (editor === null || editor.removedAt !== null) throw refused()
    await tx.passkeys.recordUse(passkey.id, used.counter, ports.clock.now().toISOString())
    return beginSession(tx, ports, { editor, method: 'passkey', browser })
  })
}

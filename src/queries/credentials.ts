import { commonForms, assertAcceptablePassphrase } from '#core/access/passphrase.ts'
import { validationFailure } from '#core/failure.ts'
import type { CommonPassphrases, HashingClient, PassphraseHasher, SecretBox } from '#ports/credentials.ts'
import type { EditorReader, SecondFactorReader } from '#ports/store/accounts.ts'
import { matchingStep, parseOneTimeCode, hashRecoveryCode } from '#core/access/one-time-code.ts'
import type { VerifiedCode } from '#core/access/session.ts'

/** Throws `invalid` for a passphrase that is malformed or common. */
export const checkNewPassphrase = async (common: CommonPassphrases, passphrase: string): Promise<void> => {
  assertAcceptablePassphrase(passphrase)
  if (!(await common.includesAny(commonForms(passphrase)))) return
  const message = 'is a common passphrase, which attackers try first; four or five words make a good one'
  throw validationFailure([{ path: 'passphrase', message }])
}

/**
 * The stored hash if the passphrase matches it, otherwise null. Takes as long for an unknown address and for an account
 * without a passphrase. Throws `unavailable` when too many are waiting.
 */
export const verifyPassphrase = async (
  { editors, passphrases }: { editors: EditorReader; passphrases: PassphraseHasher },
  { email, passphrase, lane }: { email: string; passphrase: string; lane: HashingClient },
): Promise<string | null> => {
  const stored = (await editors.findByEmail(email))?.passphraseHash ?? null
  return (await passphrases.verify(passphrase, stored, lane)) ? stored : null
}

/** The stored hash of an editor's current passphrase; null for an editor without one. Throws `invalid` if it is wrong. */
export const verifyCurrentPassphrase = async (
  { editors, passphrases }: { editors: EditorReader; passphrases: PassphraseHasher },
  { editorId, current }: { editorId: string; current: string },
): Promise<string | null> => {
  const stored = await editors.findPassphraseHash(editorId)
  if (stored !== null && !(await passphrases.verify(current, stored)))
    throw validationFailure([{ path: 'current', message: 'is not your current passphrase' }])
  return stored
}

type Ports = { secondFactors: SecondFactorReader; secretBox: SecretBox | null }

/** The time step of a one-time code; null for a wrong code, and if the secret cannot be opened. */
export const findCodeStep = async (
  { secondFactors, secretBox }: Ports,
  { editorId, typed, now }: { editorId: string; typed: string; now: Date },
): Promise<number | null> => {
  const codes = await secondFactors.find(editorId)
  const code = parseOneTimeCode(typed)
  const secret = codes === null ? null : (secretBox?.open(codes.sealedSecret, editorId) ?? null)
  return code === null || secret === null ? null : matchingStep(secret, code, now)
}

/** Verifies a one-time code, or recognizes a recovery code; whether it was used before is checked when it is consumed. */
export const verifyCode = async (
  ports: Ports,
  given: { editorId: string; typed: string; now: Date },
): Promise<VerifiedCode | null> => {
  const hash = hashRecoveryCode(given.editorId, given.typed)
  if (hash !== null) return { factor: 'recovery', hash }
  const step = await findCodeStep(ports, given)
  return step === null ? null : { factor: 'code', step }
}

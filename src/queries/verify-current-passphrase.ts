import { validationFailure } from '#core/failure.ts'
import type { EditorReader } from '#ports/store/accounts/editors.ts'
import type { PassphraseHasher } from '#ports/passphrase-hasher.ts'

/** The stored hash that an editor's current passphrase matches; null for an editor who has none. Throws `invalid`. */
export const verifyCurrentPassphrase = async (
  { editors, passphrases }: { editors: EditorReader; passphrases: PassphraseHasher },
  { editorId, current }: { editorId: string; current: string },
): Promise<string | null> => {
  const stored = await editors.findPassphraseHash(editorId)
  if (stored !== null && !(await passphrases.verify(current, stored)))
    throw validationFailure([{ path: 'current', message: 'is not your current passphrase' }])
  return stored
}

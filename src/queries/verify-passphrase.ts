import type { EditorReader } from '#ports/store/accounts/editors.ts'
import type { HashingLane, PassphraseHasher } from '#ports/passphrase-hasher.ts'

/**
 * The stored hash that a passphrase matches, null where it matches none. Takes as long for an unknown address and for an
 * account without a passphrase. Throws `unavailable` when too many wait for it.
 */
export const verifyPassphrase = async (
  { editors, passphrases }: { editors: EditorReader; passphrases: PassphraseHasher },
  { email, passphrase, lane }: { email: string; passphrase: string; lane: HashingLane },
): Promise<string | null> => {
  const stored = (await editors.findByEmail(email))?.passphraseHash ?? null
  return (await passphrases.verify(passphrase, stored, lane)) ? stored : null
}

import { hashSecret } from '#core/access/key-format.ts'
import { Failure, quotaExceeded } from '#core/failure.ts'
import { signInAccountPolicy, signInClientPolicy } from '#core/access/quota.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { PassphraseHasher } from '#ports/passphrase-hasher.ts'
import type { Store } from '#ports/store/store.ts'
import { beginSession, type Begun, type Browser } from './begin-session.ts'

export type SignInPorts = { store: Store; clock: Clock; ids: Ids; passphrases: PassphraseHasher }

/** The same for an unknown address, a wrong passphrase, and an account that has none yet. */
const refused = (): Failure =>
  new Failure('not_signed_in', 'This address and this passphrase do not belong together; try again.')

/** Counts the attempt, however it will end, for the address of the client and for the account, known or not. */
const countAttempt = async ({ store, clock }: SignInPorts, email: string, address: string): Promise<void> => {
  const now = clock.now()
  const full = await store.transact(async (tx) => {
    const fromClient = await tx.quota.consume(`sign-in:client:${address}`, signInClientPolicy, now)
    if (!fromClient.allowed) return fromClient
    const account = `sign-in:account:${hashSecret(email.toLowerCase())}`
    const forAccount = await tx.quota.consume(account, signInAccountPolicy, now)
    return forAccount.allowed ? null : forAccount
  })
  if (full !== null) throw quotaExceeded(full)
}

/**
 * Signs an editor in. Throws `not_signed_in` without telling what was wrong and after the same time, and
 * `quota_exceeded` after too many attempts. @param address names the client's network address
 */
export const signIn = async (
  ports: SignInPorts,
  { email, passphrase, address }: { email: string; passphrase: string; address: string },
  browser: Browser,
): Promise<Begun> => {
  await countAttempt(ports, email, address)
  const account = await ports.store.private.editors.findByEmail(email)
  const stored = account?.findPassphraseHash ?? null
  const fits = await ports.passphrases.verify(passphrase, stored)
  if (!fits) throw refused()
  return ports.store.transact(async (tx) => {
    // Between the two somebody may have removed the editor or set another passphrase.
    const editor = await tx.editors.findByEmail(email)
    if (editor === null || editor.findPassphraseHash !== stored) throw refused()
    return beginSession(tx, ports, { editor, method: 'passphrase', browser })
  })
}

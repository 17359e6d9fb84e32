/** Slow hashing of passphrases, beside the main thread. Throws `unavailable` when too many wait for it. */
export type PassphraseHasher = {
  /** The form to be stored: parameters, salt and hash. */
  hash(passphrase: string): Promise<string>
  /** Takes as long for `stored` null, which nothing matches. */
  verify(passphrase: string, stored: string | null): Promise<boolean>
}

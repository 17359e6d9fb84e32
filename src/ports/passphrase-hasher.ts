/** Slow hashing of passphrases, beside the main thread. Throws `unavailable` when too many wait for it. */
export type Passphrases = {
  /** The form to be stored: parameters, salt and hash. */
  seal(passphrase: string): Promise<string>
  /** Takes as long for `stored` null, which nothing matches. */
  matches(passphrase: string, stored: string | null): Promise<boolean>
}

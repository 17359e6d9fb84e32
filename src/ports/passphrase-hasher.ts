/** Where somebody waits: with all others of their network, or before them in a browser that is known. */
export type HashingLane = { network: string; isKnown: boolean }

/**
 * Slow hashing of passphrases, beside the main thread. Rejects with
 * `unavailable` when too many wait for it. Without a lane somebody who is signed in or holds a link is served.
 */
export type PassphraseHasher = {
  /** The form to be stored: parameters, salt and hash. */
  hash(passphrase: string, lane?: HashingLane): Promise<string>
  /** Takes as long for `stored` null, which nothing matches. */
  verify(passphrase: string, stored: string | null, lane?: HashingLane): Promise<boolean>
}

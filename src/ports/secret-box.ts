/** Seals what the database must not give away alone, with a key that is kept apart from it. */
export type SecretBox = {
  /** @param about what the secret belongs to; it opens for nothing else */
  seal(secret: Uint8Array, about: string): string
  /** Null when it was sealed with another key, for something else, or was altered. */
  open(sealed: string, about: string): Uint8Array | null
}

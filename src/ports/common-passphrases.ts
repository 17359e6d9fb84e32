/** Passphrases that many people use, and that guessing therefore begins with. */
export type CommonPassphrases = {
  /** Whether any of these, in lower case, is one. */
  includesAny(forms: readonly string[]): Promise<boolean>
}

import { validationFailure } from '#core/failure.ts'
import { codePointLength, textError } from '#core/text/normalize-text.ts'

export const MIN_PASSPHRASE_LENGTH = 12
export const MAX_PASSPHRASE_LENGTH = 200

/** What is wrong with a new passphrase, or null. Its length matters most. */
export const passphraseError = (text: string): string | null => {
  const length = codePointLength(text)
  if (length < MIN_PASSPHRASE_LENGTH)
    return `must have at least ${MIN_PASSPHRASE_LENGTH} characters; four or five words make a good one`
  if (length > MAX_PASSPHRASE_LENGTH) return `must have at most ${MAX_PASSPHRASE_LENGTH} characters`
  if (new Set(text).size < 5) return 'must have at least five different characters'
  return textError(text, 'line')
}

/** Throws `invalid` for a passphrase that must not be used. */
export const assertAcceptablePassphrase = (passphrase: string): void => {
  const message = passphraseError(passphrase)
  if (message !== null) throw validationFailure([{ path: 'passphrase', message }])
}

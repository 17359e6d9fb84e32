import { validationFailure } from '#core/failure.ts'
import { codePointLength, textError, normalizeUnchecked } from '#core/text/normalize-text.ts'

export const MIN_PASSPHRASE_LENGTH = 12
export const MAX_PASSPHRASE_LENGTH = 200

/** Why a new passphrase is not acceptable, or null. Length matters most. */
export const passphraseError = (text: string): string | null => {
  const length = codePointLength(text)
  if (length < MIN_PASSPHRASE_LENGTH)
    return `must have at least ${MIN_PASSPHRASE_LENGTH} characters; four or five words make a good one`
  if (length > MAX_PASSPHRASE_LENGTH) return `must have at most ${MAX_PASSPHRASE_LENGTH} characters`
  if (new Set(text).size < 5) return 'must have at least five different characters'
  return textError(text, 'line')
}

/** Throws `invalid`. */
export const assertAcceptablePassphrase = (passphrase: string): void => {
  const message = passphraseError(passphrase)
  if (message !== null) throw validationFailure([{ path: 'passphrase', message }])
}

/** The shortest repeated unit: `ab` for `ababa`. */
const repeatedUnit = (text: string): string => {
  const characters = Array.from(text)
  for (let length = 1; length < characters.length; length += 1)
    if (characters.every((character, index) => character === characters[index % length]))
      return characters.slice(0, length).join('')
  return text
}

/** Without leading and trailing digits, if at least half remains: `dragon` for `dragon1234`. */
const withoutNumber = (text: string): string => {
  const stem = text.replaceAll(/^\d+|\d+$/gu, '')
  return stem.length * 2 >= text.length ? stem : text
}

/**
 * Forms to look up in a list of common passphrases: as given, without spaces and punctuation, without added digits, and the
 * repeated unit of each.
 */
export const commonForms = (passphrase: string): string[] => {
  const folded = normalizeUnchecked(passphrase, 'NFKC').toLowerCase()
  const bare = folded.replaceAll(/[\s\p{P}\p{S}]+/gu, '')
  const plain = [folded, bare, withoutNumber(bare)]
  return [...new Set([...plain, ...plain.map(repeatedUnit)])]
}

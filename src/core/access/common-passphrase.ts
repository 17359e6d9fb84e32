import { normalizeUnchecked } from '#core/text/normalize-text.ts'

/** The shortest beginning that, again and again, makes up a text: `ab` of `ababa`. */
const repeatedUnit = (text: string): string => {
  const characters = Array.from(text)
  for (let length = 1; length < characters.length; length += 1)
    if (characters.every((character, index) => character === characters[index % length]))
      return characters.slice(0, length).join('')
  return text
}

/** Without digits around it, if it is at least half of the whole: `dragon` of `dragon1234`. */
const withoutNumber = (text: string): string => {
  const stem = text.replaceAll(/^\d+|\d+$/gu, '')
  return stem.length * 2 >= text.length ? stem : text
}

/**
 * Forms under which a passphrase may stand on a list of common ones: as it is, without spaces and signs, without the
 * number that people add to make it longer, and what it repeats.
 */
export const commonForms = (passphrase: string): string[] => {
  const folded = normalizeUnchecked(passphrase, 'NFKC').toLowerCase()
  const bare = folded.replaceAll(/[\s\p{P}\p{S}]+/gu, '')
  const plain = [folded, bare, withoutNumber(bare)]
  return [...new Set([...plain, ...plain.map(repeatedUnit)])]
}

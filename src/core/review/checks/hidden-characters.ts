import type { PaperWithText } from '#core/papers/paper.ts'
import { finding, type Finding } from './finding.ts'
import { paperTexts } from './paper-texts.ts'

/** Format characters, fillers and the selectors that can carry a message: none of them can be seen. */
const HIDDEN = /\p{Cf}|\u115f|\u1160|\u2800|\u3164|\uffa0|[\u{e0100}-\u{e01ef}]/gu
/** Signs that are seen although Unicode counts them as format characters. */
const VISIBLE_FORMAT_CHARACTERS = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u

/** Where such characters belong: joined emoji and flags, joiners of Arabic and Indic letters, selectors after Han. */
const LEGITIMATE =
  /\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f]*\u200d|\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}|(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Mongolian}\p{M}])[\u200c\u200d]|(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const DIRECTION_MARKS = /[\u200e\u200f\u061c]/gu

const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
/** Left behind by copying from a printed page. */
const HARMLESS = /^[\u00ad\ufeff]$/u

const names: Record<string, string> = {
  '\u00ad': 'soft hyphen',
  '\u200b': 'zero width space',
  '\u200c': 'zero width non-joiner',
  '\u200d': 'zero width joiner',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2060': 'word joiner',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\ufeff': 'byte order mark',
}

const nameOf = (character: string): string => {
  const point = character.codePointAt(0) ?? 0
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  const name = names[character] ?? (point >= 0xe0000 && point <= 0xe007f ? 'tag character' : null)
  return name === null ? code : `${code} ${name}`
}

/** What cannot be seen in a text and has no business in it. */
export const findHiddenCharacters = (text: string): string[] => {
  if (text.search(HIDDEN) === -1) return []
  const suspect = text.replaceAll(LEGITIMATE, '')
  const marked = RIGHT_TO_LEFT.test(suspect) ? suspect.replaceAll(DIRECTION_MARKS, '') : suspect
  return (marked.match(HIDDEN) ?? []).filter((character) => !VISIBLE_FORMAT_CHARACTERS.test(character))
}

const MAX_KINDS_LISTED = 4

const listKinds = (found: readonly string[]): string => {
  const kinds = [...Map.groupBy(found, (character) => character)].toSorted((a, b) => b[1].length - a[1].length)
  const named = kinds.slice(0, MAX_KINDS_LISTED).map(([character, same]) => `${nameOf(character)} (${same.length})`)
  return [...named, ...(kinds.length > MAX_KINDS_LISTED ? [`${kinds.length - MAX_KINDS_LISTED} more kinds`] : [])].join(
    ', ',
  )
}

export const hiddenCharacters = (paper: PaperWithText): Finding[] =>
  paperTexts(paper).flatMap(({ field, text }) => {
    const found = findHiddenCharacters(text)
    if (found.length === 0) return []
    const turning = found.some((character) => DIRECTION.test(character))
    const weight = found.every((character) => HARMLESS.test(character)) ? 5 : turning ? 40 : 30
    const one = found.length === 1
    const turns = turning ? ` and ${one ? 'turns' : 'turn'} the direction of the text` : ''
    const count = `${found.length} ${one ? 'character' : 'characters'}`
    return [finding('hidden_characters', field, weight, `${count} cannot be seen${turns}: ${listKinds(found)}.`)]
  })

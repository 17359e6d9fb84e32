/**
 * Characters that nobody sees, and those that turn the direction of a text: what they say reaches a machine and no person.
 * Stricter than the check of submissions, which leaves what a person may have meant.
 */
const HIDDEN =
  /\u{1f3f4}(?:\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073}))\u{e007f}|[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\ufff9-\ufffb]/gu

/** Signs that are seen although Unicode counts them as format characters. */
const VISIBLE = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]$/u

/** Where such a character belongs: which one must stand before it, and behind. */
type Place = { character: RegExp; before: RegExp; behind?: RegExp }

const JOINING = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Mongolian}`

const PLACES: readonly Place[] = [
  // Joined emoji, such as a family.
  {
    character: /^\u200d$/u,
    before: /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u,
    behind: /^\p{Extended_Pictographic}$/u,
  },
  // Joiners between letters that change their form.
  {
    character: /^[\u200c\u200d]$/u,
    before: new RegExp(`^[${JOINING}]$`, 'u'),
    behind: new RegExp(`^[${JOINING}]$`, 'u'),
  },
  // An emoji as a picture or as a sign.
  { character: /^[\ufe0e\ufe0f]$/u, before: /^\p{Emoji}$/u },
  // One of the forms of a mathematical sign, or of a Han character.
  { character: /^\ufe00$/u, before: /^[\p{Sm}\p{Script=Han}]$/u },
  { character: /^[\ufe01\ufe02\u{e0100}-\u{e01ef}]$/u, before: /^\p{Script=Han}$/u },
  { character: /^[\u180b-\u180f]$/u, before: /^\p{Script=Mongolian}$/u },
  // Fillers of old Korean syllables.
  { character: /^[\u115f\u1160]$/u, before: /^[\u1100-\u115e\u1161-\u11ff]$/u },
]

const belongs = (character: string, text: string, at: number): boolean => {
  if (character.length > 2 || VISIBLE.test(character)) return true
  const [first = '', last = first] = text.slice(Math.max(0, at - 2), at)
  const [behind = ''] = text.slice(at + character.length, at + character.length + 2)
  return PLACES.some(
    (place) => place.character.test(character) && place.before.test(last) && (place.behind?.test(behind) ?? true),
  )
}

/** A text without them, and how many there were. A text that has none comes back as it is. */
export const removeHidden = (text: string): { text: string; removed: number } => {
  let removed = 0
  const cleaned = text.replaceAll(HIDDEN, (character: string, at: number) => {
    if (belongs(character, text, at)) return character
    removed += 1
    return ''
  })
  return removed === 0 ? { text, removed } : { text: cleaned, removed }
}

import { fold } from './tokenize.ts'

/** The rules for stored text, shared by every input: HTTP, JSON lines, the starter corpus. */

const CONTROL_IN_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u
const CONTROL_IN_BLOCK = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u

/**
 * The most combining marks in a row after decomposition (UAX #15, stream-safe text). Normalization sorts the marks of a run in
 * quadratic time, so longer runs are rejected first.
 */
const MAX_MARKS_IN_A_ROW = 30
/** The lookbehind tries each run only once. */
const LONG_RUN = new RegExp(`(?<!\\p{M})\\p{M}{${MAX_MARKS_IN_A_ROW + 1}}`, 'u')
/** Runs that may become too long when decomposed: a mark decomposes into two at most. */
const DECOMPOSABLE_RUN = new RegExp(`[^]\\p{M}{10,${MAX_MARKS_IN_A_ROW}}`, 'gu')

const hasLongRunOfMarks = (text: string): boolean =>
  LONG_RUN.test(text) ||
  (text.match(DECOMPOSABLE_RUN) ?? []).some((run) => LONG_RUN.test(run.normalize('NFD').replace(/^\P{M}+/u, '')))

/** Why a text cannot be stored, or null when it can. `line`: one line without control characters. */
export const textError = (text: string, form: 'line' | 'block'): string | null => {
  if (text.includes('\u0000')) return 'must not contain a NUL character'
  if (!text.isWellFormed()) return 'must be valid Unicode, without lone surrogates'
  if (hasLongRunOfMarks(text)) return `must not have more than ${MAX_MARKS_IN_A_ROW} combining marks in a row`
  const control = form === 'line' ? CONTROL_IN_LINE : CONTROL_IN_BLOCK
  if (!control.test(text)) return null
  return form === 'line' ? 'must be one line without control characters' : 'must not contain control characters'
}

/** The stored form: NFC, so that equal texts are equal bytes; lines also lose white space at their ends. */
export const normalizeText = (text: string, form: 'line' | 'block'): string =>
  form === 'line' ? text.normalize('NFC').trim() : text.normalize('NFC')

/** Normalizes text that has not been checked yet; returns it unchanged where that would take too long. */
export const normalizeUnchecked = (text: string, form: 'NFC' | 'NFKC'): string =>
  hasLongRunOfMarks(text) ? text : text.normalize(form)

/** Length in code points, as people count, not in UTF-16 units. */
export const codePointLength = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * Invisible characters and direction controls, which carry content to machines but not to people. Stricter than the check of
 * submissions, which allows what an author may have intended.
 */
const HIDDEN =
  /\u{1f3f4}(?:\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073}))\u{e007f}|[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\ufff9-\ufffb]/gu

/** Visible signs that Unicode classes as format characters. */
const VISIBLE = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]$/u

/** A legitimate use of such a character, by the characters before and after it. */
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

/** Removes invisible characters that have no legitimate use, and counts them. */
export const removeHidden = (text: string): { text: string; removed: number } => {
  let removed = 0
  const cleaned = text.replaceAll(HIDDEN, (character: string, at: number) => {
    if (belongs(character, text, at)) return character
    removed += 1
    return ''
  })
  return removed === 0 ? { text, removed } : { text: cleaned, removed }
}

/** An address with its invisible characters percent-encoded, so that it leads where it did. */
export const encodeHidden = (url: string): string => url.replaceAll(HIDDEN, encodeURIComponent)

/**
 * Characters that control a terminal instead of being shown: C0 and C1 controls, direction controls, a carriage return that does
 * not end a line, and the invisible tags, which spell a text that only machines read.
 */
const UNSAFE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\r(?!\n)/gu

/** Escapes these as JSON does, so that JSON text keeps its meaning. */
export const terminalSafe = (text: string): string =>
  text.replaceAll(UNSAFE, (sign) =>
    sign.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

/** A readable id: `task decomposition` becomes `task-decomposition`. Never empty. */
export const slug = (name: string): string => {
  const key = fold(name)
    .replace(/(?<=[\p{L}\p{N}])\+\+/gu, ' plus plus')
    .replace(/(?<=[\p{L}\p{N}])#/gu, ' sharp')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/u, '')
  const id = Array.from(key).slice(0, 80).join('').replace(/-$/u, '')
  return id === '' ? 'unnamed' : id
}

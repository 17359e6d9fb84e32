/** What may be stored as text. One place decides, for every input: HTTP, JSON lines, the starter corpus. */

const CONTROL_IN_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u
const CONTROL_IN_BLOCK = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u

/**
 * Combining marks that may follow one another, counted as they are decomposed (UAX #15, stream-safe text). Normalizing
 * sorts the marks of a run, at a cost that is quadratic in its length: longer runs are refused before it.
 */
const MAX_MARKS_IN_A_ROW = 30
const LONG_RUN = new RegExp(`\\p{M}{${MAX_MARKS_IN_A_ROW + 1}}`, 'u')
/** Runs that are not too long as they stand, but may be once they are decomposed: a mark becomes two at most. */
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

/** A text of which nobody has checked anything yet in a form of Unicode; as it is where that would take long. */
export const normalizeUnchecked = (text: string, form: 'NFC' | 'NFKC'): string =>
  hasLongRunOfMarks(text) ? text : text.normalize(form)

/** Length as a person counts it: in code points, not in UTF-16 units. */
export const codePointLength = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

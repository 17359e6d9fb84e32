/** Signs as a printed page has them, turned into those of a text. */

const LIGATURES: Record<string, string> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}

/** Accents that TeX prints as signs of their own before or behind the letter, with the marks that they stand for. */
const ACCENTS: Record<string, string> = {
  '´': '\u0301',
  '`': '\u0300',
  '¨': '\u0308',
  ˆ: '\u0302',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
}
const ACCENT_BEFORE = /(?<accent>[´¨ˆ˜¯˘˙˚˝ˇ]) ?(?<letter>[A-Za-zı])/gu
const CEDILLA_BEHIND = /(?<letter>[cCsStT]) ?¸/gu
const CEDILLA_BEFORE = /¸ ?(?<letter>[cCsStT])/gu

/** Ligatures where the fonts of TeX have them, of files that do not tell which letters they are; formulas have other signs there. */
const TEX_LIGATURES: Record<string, string> = {
  '\u000b': 'ff',
  '\u000c': 'fi',
  '\u000d': 'fl',
  '\u000e': 'ffi',
  '\u000f': 'ffl',
}
const TEX_LIGATURE = /(?:(?<=\p{Ll})|(?<![\p{L}\p{N}])(?=[\u000b-\u000f]\p{Ll}{2}))[\u000b-\u000f](?=\p{Ll})/gu

const combined = (letter: string, mark: string): string | null => {
  const whole = `${letter === 'ı' ? 'i' : letter}${mark}`.normalize('NFC')
  return whole.length === 1 ? whole : null
}

/** Names of fonts that nobody else knows, and what stands for a sign that could not be read. */
const UNREADABLE = /[\p{Co}\p{Cs}\p{Cn}\ufffd]/gu
/** Numbers of brackets and other signs of formulas: what stands on both sides of one is no word. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu
const INVISIBLE = /[\u200b\u2060\ufeff]/gu
const SPACES = /[\s\u00a0\u2028\u2029]+/gu

/** More marks than any script puts on a letter; texts are refused that have more than thirty. */
const TOO_MANY_MARKS = /(?<kept>\p{M}{8})\p{M}+/gu

/** A line of a page as text in NFC: ligatures are letters, separate accents sit on theirs, white space is single spaces. */
export const readSigns = (printed: string): string =>
  printed
    .toWellFormed()
    .replaceAll(UNREADABLE, '')
    .replaceAll(INVISIBLE, '')
    .replaceAll(TEX_LIGATURE, (sign) => TEX_LIGATURES[sign] ?? sign)
    .replaceAll(CONTROL, ' ')
    .replaceAll(/[ﬀ-ﬆ]/gu, (sign) => LIGATURES[sign] ?? sign)
    .replaceAll(ACCENT_BEFORE, (whole, accent: string, letter: string) => {
      const found = combined(letter, ACCENTS[accent] ?? '')
      return found ?? whole
    })
    .replaceAll(CEDILLA_BEHIND, (whole, letter: string) => combined(letter, '\u0327') ?? whole)
    .replaceAll(CEDILLA_BEFORE, (whole, letter: string) => combined(letter, '\u0327') ?? whole)
    .replaceAll(TOO_MANY_MARKS, '$<kept>')
    .replaceAll(SPACES, ' ')
    .normalize('NFC')

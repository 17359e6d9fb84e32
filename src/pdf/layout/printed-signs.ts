/** Converts characters as printed into plain text. */

const LIGATURES: Record<string, string> = {
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
}

/** Accents that TeX prints as separate characters before or after the letter, with their combining marks. */
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
const CEDILLA_AFTER = /(?<letter>[cCsStT]) ?¸/gu
const CEDILLA_BEFORE = /¸ ?(?<letter>[cCsStT])/gu

/** Ligatures by their positions in TeX fonts, for files without a character map; in formulas these are other characters. */
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

/** Private characters of fonts, and replacements of unreadable ones. */
const UNREADABLE = /[\p{Co}\p{Cs}\p{Cn}\ufffd]/gu
/** Codes of brackets and other symbols in formulas; they separate words. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu
const INVISIBLE = /[\u200b\u2060\ufeff]/gu
const SPACES = /[\s\u00a0\u2028\u2029]+/gu

/** More combining marks than any script uses; texts with more than thirty are refused. */
const TOO_MANY_MARKS = /(?<kept>\p{M}{8})\p{M}+/gu

/** A printed line as text in NFC, with ligatures split, accents composed and white space collapsed. */
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
    .replaceAll(CEDILLA_AFTER, (whole, letter: string) => combined(letter, '\u0327') ?? whole)
    .replaceAll(CEDILLA_BEFORE, (whole, letter: string) => combined(letter, '\u0327') ?? whole)
    .replaceAll(TOO_MANY_MARKS, '$<kept>')
    .replaceAll(SPACES, ' ')
    .normalize('NFC')

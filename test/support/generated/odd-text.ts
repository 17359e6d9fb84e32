import fc, { type Arbitrary } from 'fast-check'
import { weighted } from './choices.ts'

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u

/** Characters and clusters that are legal in every text, among them those that folding, sorting and cutting get wrong. */
const legal = weighted(
  [12, fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789'))],
  [4, fc.constantFrom(...Array.from(' -.,:;\'"*+#()[]{}/\\&<>%_~^|@!?$=`'))],
  [3, fc.constantFrom('é', 'e\u0301', 'ñ', 'n\u0303', 'ǖ', 'u\u0304\u0308', 'ß', 'ẞ', 'İ', 'ı', 'ﬁ')],
  [3, fc.constantFrom('\u212b', '\u2126', '½', '²', 'ﷺ', 'ŀ', 'ŉ', 'Σ', 'ς', '\u0344', '\u0958')],
  [
    3,
    fc.constantFrom('東', '京', '検', '索', 'デ', 'ー', 'タ', 'ｶﾞ', 'か\u3099', '々', '𠮷', '검', '색', '\u1100\u1161'),
  ],
  [2, fc.constantFrom('א', 'ש\u05c1', 'م', 'رَ', '\u202e', '\u200f', '\u061c', 'हि', 'ক্ষ', 'ไทย')],
  [2, fc.constantFrom('😀', '👩‍🔬', '🇨🇭', '👍🏽', '𝒜', '𐐀', '\u{1d160}', '\u{10ffff}', '\ufdd0', '\ue000')],
  [
    2,
    fc.constantFrom('\u200b', '\u200d', '\ufeff', '\u00a0', '\u3000', '\u00ad', '\u0301', '\ufe0f', '\u00a6', '\u00a7'),
  ],
  [2, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => !CONTROL.test(text))],
)

/** So many of these; fc.string would look at every one of them when it is made. */
const run = (unit: Arbitrary<string>, maxLength: number, size: 'small' | 'max' = 'small'): Arbitrary<string> =>
  fc.array(unit, { minLength: 1, maxLength, size }).map((units) => units.join(''))

const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join('')

/** One line as it may be stored: well-formed, no control characters; odd all the same. */
export const legalLine = (max: number): Arbitrary<string> =>
  fc
    .oneof(
      { weight: 8, arbitrary: run(legal, Math.min(max, 40)) },
      { weight: 1, arbitrary: run(legal, Math.min(max, 400), 'max') },
      { weight: 1, arbitrary: fc.constantFrom('a', '😀', 'é', '東').map((unit) => unit.repeat(max)) },
    )
    .map((text) => cut(text, max))

/** The same with line breaks and tabs. */
export const legalBlock = (max: number): Arbitrary<string> =>
  fc
    .array(weighted([6, legalLine(200)], [1, fc.constantFrom('\n', '\r\n', '\t', '')]), {
      maxLength: 6,
    })
    .map((lines) => cut(lines.join('\n'), max))

/** Lines that say something. */
export const fullLine = (max: number): Arbitrary<string> => legalLine(max).filter((text) => text.trim() !== '')

/** What no text may contain: control characters, NUL, halves of surrogate pairs. */
export const illegalCharacter: Arbitrary<string> = fc.constantFrom(
  '\u0000',
  '\u0001',
  '\u0008',
  '\u000b',
  '\u001b',
  '\u001f',
  '\u007f',
  '\ud800',
  '\udbff',
  '\udc00',
  '\udfff',
)

/** Legal text with one character in it that is not. */
export const illegalText: Arbitrary<string> = fc
  .tuple(legalLine(30), illegalCharacter, legalLine(30))
  .map((parts) => parts.join(''))
  // Two halves may have met and made a whole character.
  .filter((text) => CONTROL.test(text) || !text.isWellFormed())

/** Anything that a program may send where a text is expected. */
export const anyText: Arbitrary<string> = weighted(
  [4, legalLine(60)],
  [2, fc.string({ unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 20 })],
  [1, illegalText],
  [
    1,
    fc.constantFrom(
      '',
      ' ',
      '\t',
      '\n',
      '0',
      '-1',
      'null',
      'true',
      '[]',
      '__proto__',
      'constructor',
      "' OR 1=1 --",
      '${7*7}',
      '../../etc/passwd',
      '%00',
      'a'.repeat(5_000),
    ),
  ],
)

import fc from 'fast-check'

/** Characters with a meaning to some part of the program: to the search, to JSON, to addresses, to a terminal. */
const charged = Array.from(' -"*:,.\'’/&+#()[]{}\\%\n\r\t\0\u00a0\u00ad\u00a6\u200b\u2028\ufeff\uff0b\uff03\u0301')
/** Letters that folding, pairing or normalisation has to do with. */
const characters = Array.from('aBzñeÅßıİΣςώЖﬁ½Ⅷ①ǅأहिกคำ深度学ガー゙ﾃﾞ한ᄒ글𠮷🙂')
const lone = ['\ud800', '\udbff', '\udc00', '\udfff']

/** One sign of a text, with the difficult ones often among them. */
const anySign = fc.oneof(
  fc.constantFrom(...charged),
  fc.constantFrom(...characters),
  fc.constantFrom(...charged, ...characters, ...lone),
  fc.nat({ max: 0x10_ffff }).map((code) => String.fromCodePoint(code)),
)

/** Any text whatever, from outside, well formed or not. */
export const anyText = fc.string({ unit: anySign, size: 'medium' })

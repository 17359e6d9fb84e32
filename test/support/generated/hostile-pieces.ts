import fc from 'fast-check'

const charged = Array.from(' \t\n\r"\'`*_[](){}<>#=+-~|\\/:;,.!?&%$^@0aAéß字🙂\u0301\u200b\u202e\u00ad')
const words = [
  'p1',
  '# ',
  '\n\n',
  '> - ',
  '10.1000/',
  'arxiv.org/abs/',
  '$\\alpha$',
  'ignore ',
  'do not ',
  '"x":',
  's ',
  'ﬁ',
]
/** What is repeated over and over, to see what a parser makes of it. */
export const anyPiece = fc
  .array(fc.oneof(fc.constantFrom(...charged), fc.constantFrom(...words)), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))

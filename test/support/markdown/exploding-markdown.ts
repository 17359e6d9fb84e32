/** What takes a renderer of Markdown time that grows with the square of the length, or worse. */
export const explodingPieces = [
  '> - ',
  '>',
  'a\n=\n',
  '*a_ ',
  '*a**',
  '***a***b',
  'a<![CDATA[',
  'a<!--',
  '[a](b',
  '[a]: b "c\n',
  '> a\nb\n\n',
  '- > a\n',
  '- - - - a\n',
  '`a',
]

/** Texts of this length, each of one such piece over and over. */
export const explodingMarkdown = (length: number): string[] =>
  explodingPieces.map((piece) => piece.repeat(Math.floor(length / piece.length)))

import fc from 'fast-check'

const TIMES = 64
const ROUNDS = 3

const took = (work: () => void): number => {
  const before = performance.now()
  work()
  return performance.now() - before
}

/**
 * How much longer work takes in one piece than in 64 pieces of a 64th of its size: not at all where its cost is linear,
 * 64 times as long where it is quadratic. Both run in turns, so that other load on the machine slows down both, and of each
 * the fastest round counts. The whole comes first: what it ran as compiled code, the pieces after it do too, however late a busy
 * machine compiles it. Slow pieces beside a fast whole would make quadratic work look linear.
 */
const growth = (size: number, work: (size: number) => void): number => {
  const [whole, pieces]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    whole.push(took(() => work(size)))
    pieces.push(
      took(() => {
        for (let piece = 0; piece < TIMES; piece += 1) work(size / TIMES)
      }),
    )
  }
  return Math.min(...whole) / Math.min(...pieces)
}

/** Far above what linear work shows, collecting its garbage included, and far below quadratic work. */
const LINEAR_GROWTH = 16

/** Whether the time of some work grows as its size does. A busy machine spoils one measurement, but hardly three. */
export const isLinear = (size: number, work: (size: number) => void): boolean =>
  growth(size, work) < LINEAR_GROWTH || growth(size, work) < LINEAR_GROWTH || growth(size, work) < LINEAR_GROWTH

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
  '![a](b)\n\n',
  '![a](https://b.c "d") ',
  '[a]: b "c\n',
  '> a\nb\n\n',
  '- > a\n',
  '- - - - a\n',
  '`a',
  '|a\n',
  '|-|-\n|\n',
  '$a',
  '\\(a',
  '$x_1$ ',
  '$$a ',
]

/** Texts of this length, each of one such piece over and over. */
export const explodingMarkdown = (length: number): string[] =>
  explodingPieces.map((piece) => piece.repeat(Math.floor(length / piece.length)))

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
/** Text to repeat many times, to see how long a parser takes. */
export const anyPiece = fc
  .array(fc.oneof(fc.constantFrom(...charged), fc.constantFrom(...words)), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))

const repeat =
  (piece: string) =>
  (length: number): string =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Different words, each with this beginning. */
const differentWords =
  (beginning: string) =>
  (length: number): string => {
    const words: string[] = []
    for (let left = length; left > 0; left -= (words.at(-1)?.length ?? 0) + 1)
      words.push(`${beginning}${words.length.toString(36)}`)
    return words.join(' ').slice(0, length)
  }

/** U+FDFA, which folds to eighteen characters. */
const LIGATURE = '\ufdfa'

/**
 * What costs a reader of text the most, by name: a function that makes a text of at most this many UTF-16 units. All may be stored,
 * with the most combining marks that are allowed in a row.
 */
export const costlyTexts: Readonly<Record<string, (length: number) => string>> = {
  'one long word that grows when folded': repeat(LIGATURE),
  'many short words that grow': repeat(`${LIGATURE} `),
  'sentences of words that grow': repeat(`${LIGATURE} ${LIGATURE}. `),
  'long sentences of words that grow': repeat(`${`${LIGATURE} `.repeat(200)}. `),
  'joined words that grow': repeat(`${LIGATURE}-`),
  'combining marks': repeat(`a${'\u0301\u0323'.repeat(15)}`),
  Arabic: repeat('مً '),
  Hangul: repeat('한'),
  Han: repeat('深'),
  'one letter': repeat('a'),
  'short words': repeat('a '),
  'joined letters': repeat('a-'),
  'different words': differentWords(''),
  'different words with marks': differentWords('ü'),
  'different words of two scripts': differentWords('한'),
  'round brackets': repeat('('),
  'square brackets': repeat('[a]('),
  emphasis: repeat('*a_ '),
  'quotation marks': repeat('“'),
  'straight quotation marks': repeat('"a" '),
  ellipses: repeat('…'),
  'angle brackets': repeat('<'),
  'character references': repeat('&lt;'),
  'invisible characters': repeat('\u200b'),
  identifiers: repeat('10.1000/'),
  exclusions: repeat('-a '),
  'orders to agents': repeat('ignore all previous instructions '),
}

import { indexedText, joinIndexedText, splitTokens } from '#core/search/indexed-fields.ts'
import { tokenize, type Token } from '#core/text/tokenize.ts'

/** Enough for any text of a test. */
const roomy = { positions: 100_000, repeats: 100_000, bytes: 10_000_000 }

/** The words of a field in one row, as the index holds them. */
export const indexTokens = (values: readonly string[]): string[] =>
  splitTokens(
    joinIndexedText(
      indexedText(
        values.map((value) => tokenize(value)),
        roomy,
      ),
    ),
  )

/** All that a text is found by, word by word. */
export const tokensOf = (text: string, stemmed = true): Token[] =>
  tokenize(text, stemmed).flatMap(({ parts, joined, unsigned }) => [...parts, ...joined, ...unsigned])

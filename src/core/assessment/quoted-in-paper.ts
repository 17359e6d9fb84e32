import type { PaperWithText } from '#core/papers/paper.ts'
import { foldQuote } from '#core/passages/quotes/fold-quote.ts'

/** Further text is searched to the letter only: folding it takes long. */
const MOST_FOLDED_CHARACTERS = 200_000

type QuotedPaper = Pick<PaperWithText, 'title' | 'abstract' | 'fullText'>

/**
 * Whether words stand in title, abstract or full text, but for case, blanks, hyphens and the shape of quotation marks. The
 * texts are folded once for all quotations.
 */
export const quoteFinder = ({ title, abstract, fullText }: QuotedPaper): ((quote: string) => boolean) => {
  const texts = [title, abstract ?? '', fullText ?? '']
  const folded = texts.map((text) => foldQuote(text.slice(0, MOST_FOLDED_CHARACTERS), false).letters)
  return (quote) => {
    const { letters } = foldQuote(quote, false)
    return (
      letters !== '' && (texts.some((text) => text.includes(quote)) || folded.some((text) => text.includes(letters)))
    )
  }
}

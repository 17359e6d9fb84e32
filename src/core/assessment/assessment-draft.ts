import type { AssessedFields } from './suggestion.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { foldQuote } from '#core/passages/quotes.ts'

/** A quotation from the paper that supports a field of a draft, or one value where the field is a list. */
export type DraftPassage = { field: keyof AssessedFields; value: string | null; quote: string }

/** A proposed assessment of a paper in review. It makes no proposal for fields that it omits. */
export type AssessmentDraft = {
  /** An actor, such as `key:k1` or `editor:e1`, who has at most one draft per paper. */
  author: string
  /** The version of the paper that the draft is based on. */
  version: number
  at: string
  fields: Partial<AssessedFields>
  passages: DraftPassage[]
}

/** Text beyond this is searched for exact matches only, since folding it takes too long. */
const MAX_FOLDED_CHARACTERS = 200_000

type QuotedPaper = Pick<PaperWithText, 'title' | 'abstract' | 'fullText'>

/**
 * Finds quotations in title, abstract or full text, ignoring case, spaces, hyphens and the style of quotation marks. The texts
 * are folded once for all quotations.
 */
export const quoteFinder = ({ title, abstract, fullText }: QuotedPaper): ((quote: string) => boolean) => {
  const texts = [title, abstract ?? '', fullText ?? '']
  const folded = texts.map((text) => foldQuote(text.slice(0, MAX_FOLDED_CHARACTERS), false).letters)
  return (quote) => {
    const { letters } = foldQuote(quote, false)
    return (
      letters !== '' && (texts.some((text) => text.includes(quote)) || folded.some((text) => text.includes(letters)))
    )
  }
}

import type { Paper } from '#core/papers/paper.ts'
import { fieldWords } from './field-words.ts'
import { indexedFields, type IndexedFields } from './indexed-fields.ts'
import { textKey } from '#core/text/tokenize.ts'
import { termImpacts, type TermImpacts } from './ranking/bm25.ts'
import { paperSpellings } from './spelling.ts'

/** The terms of a paper as the store keeps them. They follow from the paper alone, so any thread can compute them. */
export type PaperTerms = { titleKey: string; fields: IndexedFields; spellings: string[]; impacts: TermImpacts }

export const paperTerms = (paper: Paper): PaperTerms => {
  const words = fieldWords(paper)
  return {
    titleKey: textKey(paper.title),
    fields: indexedFields(words),
    spellings: paperSpellings(paper),
    impacts: termImpacts(paper, words),
  }
}

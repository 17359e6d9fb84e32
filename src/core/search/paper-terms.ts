import type { Paper } from '#core/papers/paper.ts'
import { indexedFields, type IndexedFields } from './indexed-fields.ts'
import { textKey } from '#core/text/tokenize.ts'
import { paperSpellings } from './spelling.ts'

/** What the store keeps of a paper's words. It follows from the paper alone, so that any thread can find it. */
export type PaperTerms = { titleKey: string; fields: IndexedFields; spellings: string[] }

export const paperTerms = (paper: Paper): PaperTerms => ({
  titleKey: textKey(paper.title),
  fields: indexedFields(paper),
  spellings: paperSpellings(paper),
})

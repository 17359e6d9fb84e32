import type { Paper } from './paper.ts'
import { indexedFields, type IndexedFields } from './search-index.ts'
import { textKey } from './search-text.ts'
import { spellingsOf } from './spelling.ts'

/** What the store keeps of a paper's words. It follows from the paper alone, so that any thread can find it. */
export type PaperWords = { titleKey: string; fields: IndexedFields; spellings: string[] }

export const wordsOf = (paper: Paper): PaperWords => ({
  titleKey: textKey(paper.title),
  fields: indexedFields(paper),
  spellings: spellingsOf(paper),
})

import type { Paper } from '#core/papers/paper.ts'
import { fieldWords } from './field-words.ts'
import { indexedFields, type IndexedFields } from './indexed-fields.ts'
import { termImpacts, type TermImpacts } from './ranking/bm25.ts'
import { groupTerms, type PlacedImpacts } from './postings/term-block.ts'
import { paperSpellings } from './spelling.ts'

/** The terms of a paper as the store keeps them. They follow from the paper alone, so any thread can compute them. */
export type PaperTerms<Impacts = TermImpacts | PlacedImpacts> = {
  fields: IndexedFields
  spellings: string[]
  impacts: Impacts
}

export const paperTerms = (paper: Paper): PaperTerms<TermImpacts> => {
  const words = fieldWords(paper)
  return {
    fields: indexedFields(words),
    spellings: paperSpellings(paper),
    impacts: termImpacts(paper, words),
  }
}

/** The terms of several papers with their words grouped: to be handed to another thread together. */
export const groupedTerms = (papers: readonly PaperTerms<TermImpacts>[]): PaperTerms<PlacedImpacts>[] => {
  const block = groupTerms(papers.map(({ impacts }) => impacts))
  return papers.map((terms, place) => ({ ...terms, impacts: { block, place, words: terms.impacts.words } }))
}

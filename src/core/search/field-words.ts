import type { Paper } from '#core/papers/paper.ts'
import { tokenize, type Word } from '#core/text/tokenize.ts'
import type { SearchField } from './search-query.ts'

/** The words of the fields that a search reads: a list for each author, each topic, and one for a text. */
export type FieldWords = Record<SearchField, readonly Word[][]>

/** Cuts the texts of a paper into words once, for all who index them. */
export const fieldWords = ({ title, authors, abstract, topics }: Paper): FieldWords => ({
  title: [tokenize(title)],
  authors: authors.map((author) => tokenize(author)),
  abstract: [tokenize(abstract ?? '')],
  topics: topics.map((topic) => tokenize(topic)),
})

import type { Paper } from '#core/papers/paper.ts'
import type { FieldWords } from '#core/search/field-words.ts'
import { PHRASE_BREAK, tokenize, type Word } from '#core/text/tokenize.ts'

/** The words of a paper, field by field, as a ranking reads them. */

/** The fields that a ranking reads, with the weight of a word in each. */
export const rankedFields = {
  title: 2.5,
  abstract: 1,
  topics: 1.5,
  concepts: 0.5,
  authors: 0.1,
  institution: 0.1,
  commentary: 0.8,
} as const
export type RankedField = keyof typeof rankedFields

export const rankedFieldNames = Object.keys(rankedFields) as RankedField[]

export const fieldTexts = (paper: Paper): Record<RankedField, string> => ({
  title: paper.title,
  abstract: paper.abstract ?? '',
  topics: paper.topics.join('\n'),
  concepts: paper.concepts.join('\n'),
  authors: paper.authors.join('\n'),
  institution: paper.institution ?? '',
  commentary: paper.commentary ?? '',
})

/** Longer texts are cut: what stands behind counts neither as a word nor as length. */
const MAX_FIELD_CHARACTERS = 20_000

/**
 * The words of a field: those that follow each other, with breaks between names of concepts; and joined forms, such as
 * gpt4o for gpt-4o, which have no place.
 */
type Tokens<Token> = Iterable<Token> & { readonly length: number; readonly [index: number]: Token }
export type FieldTokens<Token> = { inOrder: Tokens<Token>; loose: Tokens<Token> }

/** By field; as strings, or as numbers that stand for them. */
export type RankedWords<Token extends string | number = string> = Record<RankedField, FieldTokens<Token>>

const byField = <T>(of: (field: RankedField) => T): Record<RankedField, T> =>
  Object.fromEntries(rankedFieldNames.map((field) => [field, of(field)])) as Record<RankedField, T>

/** @param known the words of some fields, where they were cut already */
export const rankedWords = (paper: Paper, known: Partial<FieldWords> = {}): RankedWords => {
  const texts = fieldTexts(paper)
  const cut = (field: RankedField): readonly (readonly Word[])[] => {
    const text = texts[field]
    const before = (known as Partial<Record<RankedField, readonly Word[][]>>)[field]
    if (before !== undefined && text.length <= MAX_FIELD_CHARACTERS) return before
    const kept = text.slice(0, MAX_FIELD_CHARACTERS)
    return (field === 'concepts' ? kept.split('\n') : [kept]).map((value) => tokenize(value))
  }
  return byField((field) => {
    const inOrder: string[] = []
    const loose: string[] = []
    for (const words of cut(field)) {
      if (field === 'concepts' && inOrder.length > 0) inOrder.push(PHRASE_BREAK)
      for (const { parts, joined, unsigned } of words) {
        for (const { token } of parts) inOrder.push(token)
        for (const { token } of joined) loose.push(token)
        for (const { token } of unsigned) loose.push(token)
      }
    }
    return { inOrder, loose }
  })
}

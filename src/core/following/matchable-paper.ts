import type { Paper } from '#core/papers/paper.ts'
import { facetToken, facetTokens, HAS_TEXT, typeNumber, type FacetToken } from '#core/search/facet-token.ts'
import { fieldWords } from '#core/search/field-words.ts'
import { indexedFields, joinIndexedText, splitTokens } from '#core/search/indexed-fields.ts'
import type { LibraryFilter } from '#core/search/library-filter.ts'
import { searchFields, type SearchField } from '#core/search/search-query.ts'
import { PHRASE_BREAK, textKey } from '#core/text/tokenize.ts'

/** What a public paper is matched by beside its own fields. */
export type PaperFacts = {
  paper: Paper
  /** The numbers that the store gives its concepts. */
  concepts: readonly number[]
  hasText: boolean
}

/** The words of a field in their order, and where each of them stands. */
export type MatchableField = { inOrder: readonly string[]; places: ReadonlyMap<string, readonly number[]> }

/** A paper as the search index holds it. */
export type MatchablePaper = { fields: Record<SearchField, MatchableField>; facets: ReadonlySet<string> }

const institutionFacet = (name: string): string => `institution ${textKey(name)}`

const fieldTokens = (text: string): MatchableField => {
  const inOrder = splitTokens(text)
  const places = new Map<string, number[]>()
  for (const [place, token] of inOrder.entries()) {
    if (token === PHRASE_BREAK) continue
    const known = places.get(token)
    if (known === undefined) places.set(token, [place])
    else known.push(place)
  }
  return { inOrder, places }
}

/** Cuts and folds a paper once for all searches that it is matched with. */
export const matchablePaper = ({ paper, concepts, hasText }: PaperFacts): MatchablePaper => {
  const texts = indexedFields(fieldWords(paper))
  const fields = searchFields.map((field) => [field, fieldTokens(joinIndexedText(texts[field]))] as const)
  // Institutions go by their names: one may be followed before the store has a number for it.
  const tokens: string[] = facetTokens(paper, { concepts, institution: null, hasText })
  if (paper.institution !== null) tokens.push(institutionFacet(paper.institution))
  return { fields: Object.fromEntries(fields) as Record<SearchField, MatchableField>, facets: new Set(tokens) }
}

/** What a filter of the library requires beside words. @param concept the number of the concept that it names */
export const requiredFacets = (filter: Omit<LibraryFilter, 'query'>, concept: number | null): string[] => {
  const { chapter, type, year, institution, withText } = filter
  const tokens: FacetToken[] = [
    ...(chapter === null ? [] : [facetToken('chapter', chapter)]),
    ...(type === null ? [] : [facetToken('type', typeNumber(type))]),
    ...(year === null ? [] : [facetToken('year', year)]),
    ...(concept === null ? [] : [facetToken('concept', concept)]),
    ...(withText ? [facetToken('text', HAS_TEXT)] : []),
  ]
  return institution === null ? tokens : [...tokens, institutionFacet(institution)]
}

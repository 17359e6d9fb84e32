import type { Paper } from '#core/paper.ts'
import { indexedFields, indexedMarks, type IndexedText } from '#core/search-index.ts'
import { searchFields, type SearchField } from '#core/search-query.ts'
import { BREAK } from '#core/search-text.ts'
import type { ShelfMark } from '#core/shelf-mark.ts'

/** The weights that tell the fields apart. */
export const weightOf: Record<SearchField, 'A' | 'B' | 'C' | 'D'> = {
  title: 'A',
  authors: 'B',
  abstract: 'C',
  topics: 'D',
}

/** A word as tsvector and tsquery read it, whatever is in it. */
export const lexeme = (token: string): string => `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** Places one field's words from a position on; the next free position. A break leaves its position empty. */
const place = (
  { inOrder, loose }: IndexedText,
  note: (token: string, position: number) => void,
  first: number,
): number => {
  for (const [index, token] of inOrder.entries()) if (token !== BREAK) note(token, first + index)
  const behind = first + inOrder.length + 1
  // Loose words share one position: no two of them follow each other.
  for (const token of loose) note(token, behind)
  return behind + 2
}

/** The tsvector literal of a paper: our tokens at our positions, the fields as weights, and the marks. */
export const searchVector = (paper: Paper, marks: readonly ShelfMark[]): string => {
  const fields = indexedFields(paper)
  const placed = new Map<string, string[]>()
  let next = 1
  for (const field of searchFields) {
    const weight = weightOf[field]
    const note = (token: string, position: number): void => {
      const places = placed.get(token) ?? []
      places.push(`${position}${weight}`)
      placed.set(token, places)
    }
    next = place(fields[field], note, next)
  }
  const words = [...placed].map(([token, places]) => `${lexeme(token)}:${places.join(',')}`)
  return [...words, ...indexedMarks(marks).map(lexeme)].join(' ')
}

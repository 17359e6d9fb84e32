import { detailLines } from './author-details.ts'
import { openAccessLine, sortName } from './bibliography.ts'
import { type PaperField, labelledFields } from './paper-fields.ts'
import type { PaperWithText } from './paper.ts'
import { textDiff, tokenDiff, type DiffPart } from '#core/text/text-diff.ts'

/** Author names are compared by their sort names; other fields with parts as text. */
type ComparedPaper = Omit<PaperWithText, 'authorNames' | 'authorDetails' | 'openAccess'> & {
  authorNames: string[]
  authorDetails: string[]
  openAccess: string | null
}

/** A field that differs. `parts` is the diff of a text or list; it is empty for a value that was added or removed. */
export type FieldChange = {
  [Field in PaperField]: {
    field: Field
    before: ComparedPaper[Field]
    after: ComparedPaper[Field]
    parts: DiffPart[]
  }
}[PaperField]

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

const entries = (list: readonly string[]): string[] => list.map((entry) => `${entry}\n`)

const diffParts = (before: unknown, after: unknown): DiffPart[] => {
  if (isEmpty(before) || isEmpty(after)) return []
  if (typeof before === 'string' && typeof after === 'string') return textDiff(before, after)
  if (Array.isArray(before) && Array.isArray(after)) return tokenDiff(entries(before), entries(after))
  return []
}

const compared = (paper: PaperWithText): ComparedPaper => ({
  ...paper,
  authorNames: paper.authorNames.map(sortName),
  authorDetails: detailLines(paper.authors, paper.authorDetails),
  openAccess: openAccessLine(paper.openAccess),
})

const diffCompared = (before: ComparedPaper, after: ComparedPaper): FieldChange[] =>
  labelledFields.flatMap((field) => {
    const [old, young] = [before[field], after[field]]
    if (JSON.stringify(old) === JSON.stringify(young)) return []
    return [{ field, before: old, after: young, parts: diffParts(old, young) } as FieldChange]
  })

/** The changed fields between two versions of a paper. */
export const paperDiff = (before: PaperWithText, after: PaperWithText): FieldChange[] =>
  diffCompared(compared(before), compared(after))

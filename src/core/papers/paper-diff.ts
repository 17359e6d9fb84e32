import { sortName } from './bibliography.ts'
import type { PaperWithText } from './paper.ts'
import { textDiff, tokenDiff, type DiffPart } from '#core/text/text-diff.ts'

export type PaperField = Exclude<keyof PaperWithText, 'id' | 'openFile'>

/** Names of authors are compared as bibliographies sort them. */
type ComparedPaper = Omit<PaperWithText, 'authorNames'> & { authorNames: string[] }

/** One field that differs. `parts` shows how where a text or a list changed; a value that came or went has none. */
export type FieldChange = {
  [Field in PaperField]: {
    field: Field
    before: ComparedPaper[Field]
    after: ComparedPaper[Field]
    parts: DiffPart[]
  }
}[PaperField]

/** The fields of a paper in the order in which people read them. */
export const diffFields = [
  'title',
  'authors',
  'authorNames',
  'year',
  'date',
  'institution',
  'url',
  'storageUrl',
  'doi',
  'arxivId',
  'container',
  'volume',
  'issue',
  'pages',
  'publisher',
  'kind',
  'license',
  'abstract',
  'chapter',
  'type',
  'longHorizon',
  'enterprise',
  'topics',
  'concepts',
  'frameworks',
  'commentary',
  'fullText',
] as const satisfies readonly PaperField[]

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

const entries = (list: readonly string[]): string[] => list.map((entry) => `${entry}\n`)

const diffParts = (before: unknown, after: unknown): DiffPart[] => {
  if (isEmpty(before) || isEmpty(after)) return []
  if (typeof before === 'string' && typeof after === 'string') return textDiff(before, after)
  if (Array.isArray(before) && Array.isArray(after)) return tokenDiff(entries(before), entries(after))
  return []
}

const compared = (paper: PaperWithText): ComparedPaper => ({ ...paper, authorNames: paper.authorNames.map(sortName) })

const diffCompared = (before: ComparedPaper, after: ComparedPaper): FieldChange[] =>
  diffFields.flatMap((field) => {
    const [old, young] = [before[field], after[field]]
    if (JSON.stringify(old) === JSON.stringify(young)) return []
    return [{ field, before: old, after: young, parts: diffParts(old, young) } as FieldChange]
  })

/** What changed from one version of a paper to another, field by field. */
export const paperDiff = (before: PaperWithText, after: PaperWithText): FieldChange[] =>
  diffCompared(compared(before), compared(after))

import type { WorkMatch } from '#core/papers/same-work/same-work.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import type { ProposedFields, SourceRecord } from './imported-record.ts'

/** A record that was taken for a paper that was there before, and may be separated from it again. */
export type Join = {
  id: number
  paperId: string
  paperTitle: string
  /** By what the two were taken for one work. */
  match: WorkMatch
  joinedAt: string
  /** What the record said, without its full text. */
  paper: Paper
  filled: FilledFields
  source: Pick<SourceRecord, 'format' | 'place' | 'position' | 'recordId'>
  /** The paper that the record became when somebody separated it, with who and when. */
  separated: { paperId: string; by: string; at: string } | null
}

/** The fields that a record filled, or would fill if its proposal were accepted, with their values before and after. */
export type FilledFields = Record<string, { before: unknown; after: unknown }>

export const filledFields = (paper: Record<string, unknown>, fields: ProposedFields): FilledFields =>
  Object.fromEntries(Object.entries(fields).map(([name, after]) => [name, { before: paper[name] ?? null, after }]))

/** A paper without what a record filled. Values that somebody has changed since stay, and who wrote an abstract stays with it. */
export const withoutFilled = (paper: PaperWithText, filled: FilledFields): PaperWithText => {
  const values: Record<string, unknown> = { ...paper }
  const isAsFilled = (name: string, after: unknown): boolean => JSON.stringify(values[name]) === JSON.stringify(after)
  const restored = Object.entries(filled).filter(
    ([name, { after }]) =>
      isAsFilled(name, after) && (name !== 'abstractBy' || isAsFilled('abstract', filled.abstract?.after)),
  )
  return { ...paper, ...Object.fromEntries(restored.map(([name, { before }]) => [name, before])) }
}

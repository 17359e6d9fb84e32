import type { AssessedFields } from './assessed-fields.ts'

/** Words of the paper on which a draft rests what it says of a field, or of one value where the field is a list. */
export type DraftPassage = { field: keyof AssessedFields; value: string | null; quote: string }

/** What somebody proposes to say of a paper in review. It says nothing of fields that it leaves out. */
export type AssessmentDraft = {
  /** An actor, such as `key:k1` or `editor:e1`; each has one draft of a paper. */
  author: string
  /** The version of the paper that was read. */
  version: number
  at: string
  fields: Partial<AssessedFields>
  passages: DraftPassage[]
}

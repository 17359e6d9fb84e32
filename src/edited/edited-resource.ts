import { z } from 'zod'
import type { Edit } from '#actions/editorial/save-edit.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import { block, line, optionalBlock } from '#schemas/fields.ts'

/**
 * The resources that editors write besides papers, each described once for the console, the editorial API and the
 * command line. Forms, request bodies, responses and files all follow from the description of the fields.
 */

/** A field: its schema in requests, its schema in responses, and its control in a form. */
export type EditedField<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  label: string
  /** Its name in the comparison with a newer version, if not the label. */
  shortLabel?: string
  hint?: string
  input: Input
  output: Output
  /** `papers` is chosen by searching; its value is a list of ids. */
  control:
    | { kind: 'line' }
    | { kind: 'text'; rows: number; isMarkdown: boolean }
    | { kind: 'choice'; options: readonly string[]; initial: string }
    | { kind: 'papers' }
}

type Labels = Pick<EditedField, 'label' | 'shortLabel' | 'hint'>
type TextOptions = Labels & { max: number; rows: number }

export const lineField = ({ max, ...labels }: Labels & { max: number }) => ({
  ...labels,
  input: line(max),
  output: z.string(),
  control: { kind: 'line' as const },
})

export const textField = ({ max, rows, ...labels }: TextOptions) => ({
  ...labels,
  input: block(max),
  output: z.string(),
  control: { kind: 'text' as const, rows, isMarkdown: true },
})

/** A plain text that may be empty; responses then leave it out. */
export const optionalTextField = (options: TextOptions) => ({
  ...textField(options),
  input: optionalBlock(options.max),
  output: z.string().optional(),
  control: { kind: 'text' as const, rows: options.rows, isMarkdown: false },
})

export const choiceField = <const Value extends string>({
  options,
  initial,
  ...labels
}: Labels & { options: readonly Value[]; initial: NoInfer<Value> }) => ({
  ...labels,
  input: z.enum(options),
  output: z.enum(options),
  control: { kind: 'choice' as const, options, initial },
})

const MAX_LINKED_PAPERS = 200

export const papersField = (labels: Labels) => ({
  ...labels,
  input: z
    .array(z.string().regex(PAPER_ID, { error: 'must be a paper id, such as p1201' }))
    .max(MAX_LINKED_PAPERS)
    .transform((ids) => [...new Set(ids)])
    .optional()
    .default([]),
  output: z.array(z.string()),
  control: { kind: 'papers' as const },
})

export type EditedFields = Readonly<Record<string, EditedField>>

type Shape<Fields extends EditedFields, Side extends 'input' | 'output'> = {
  [Name in keyof Fields]: Fields[Name][Side]
}

const shapeOf = <Fields extends EditedFields, Side extends 'input' | 'output'>(fields: Fields, side: Side) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[side]])) as Shape<Fields, Side>

/** The schema of a request body, form or file with these fields. */
export const inputOf = <Fields extends EditedFields>(fields: Fields) => z.strictObject(shapeOf(fields, 'input'))

/** These fields in the schema of a response. */
export const outputOf = <Fields extends EditedFields>(fields: Fields) => shapeOf(fields, 'output')

/** The values of the fields in responses, forms and files. */
export type WireValues<Fields extends EditedFields> = z.output<z.ZodObject<Shape<Fields, 'output'>>>

export type EditedResource<Id, Stored, Words, Fields extends EditedFields> = {
  /** The singular, such as `gap`. */
  noun: string
  fields: Fields
  /** Checks the fields of a request and maps them to their internal names. */
  input: z.ZodType<Words>
  /** The id in a URL or on a command line. Throws `not_found` for one that cannot exist. */
  parseId(text: string): Id
  /** Throws `not_found`. */
  get(read: PrivateReader, id: Id): Promise<Stored>
  present(stored: Stored): WireValues<Fields>
  /** Stores an edit as a new version and returns its number. Throws `not_found` and `stale`. */
  edit: (tx: ActionContext, edit: Edit<Id, Words>) => Promise<number>
}

import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import type { EditedField, EditedFields } from '#edited/edited-resource.ts'
import { html, type Html } from '#html.ts'
import { readableDifference } from './difference.ts'
import {
  discardDraft,
  formError,
  paperPicker,
  selectInput,
  successNotice,
  textArea,
  textInput,
  type PaperPickerOptions,
} from './form.ts'

type Values = Readonly<Record<string, string | string[]>>

const valueText = (values: Values, name: string): string => {
  const value = values[name] ?? ''
  return typeof value === 'string' ? value : value.join(', ')
}

type Drawn = { values: Values; failure: Failure | null }

const fieldControl = (name: string, field: EditedField, { values, failure }: Drawn): Html | false => {
  const { label, hint, control } = field
  const common = {
    name,
    label,
    value: valueText(values, name),
    ...(hint !== undefined && { hint }),
    errors: failure?.details ?? [],
  }
  switch (control.kind) {
    case 'line':
      return textInput(common)
    case 'text':
      return textArea({ ...common, rows: control.rows, isMarkdown: control.isMarkdown })
    case 'choice':
      return selectInput({ ...common, options: control.options.map((value) => ({ value, label: value })) })
    default:
      return false
  }
}

/** The controls of all fields in order, except those that choose papers. */
export const fieldControls = (fields: EditedFields, drawn: Drawn): Html =>
  html`${Object.entries(fields).map(([name, field]) => fieldControl(name, field, drawn))}`

type Picker = Pick<PaperPickerOptions, 'selected' | 'search' | 'results'>

/** The chosen papers with a search for more; `action` is where the search button sends the form. */
export const paperControls = (
  fields: EditedFields,
  { picker, failure }: { picker: Picker; failure: Failure | null },
  action: string,
): Html =>
  html`${Object.entries(fields).map(
    ([name, { label, control }]) =>
      control.kind === 'papers' && paperPicker({ name, label, ...picker, action, errors: failure?.details ?? [] }),
  )}`

/** What separates a text that somebody else saved from the text in the form. */
const toYours = (current: string, typed: string): Html | false => {
  const difference = current === typed ? null : readableDifference(current, typed)
  return difference !== null && html`<p>From it to your text:</p>${difference}`
}

/** The version that somebody else saved in the meantime, field by field. */
const currentVersionNotice = (fields: EditedFields, current: Values | null, typed: Values): Html | false =>
  current !== null &&
  html`<div class="conflict">
      <p>The current version:</p>
      <dl class="differences">${Object.entries(fields).map(([name, { label, shortLabel = label, control }]) => {
        const text = valueText(current, name)
        return html`<dt>${shortLabel}</dt><dd>${control.kind === 'text' ? html`<pre>${text}</pre>${toYours(text, valueText(typed, name))}` : text}</dd>`
      })}</dl>
      <p>The form below contains your changes. They are stored only when you save again.</p>
    </div>`

type Head = { editor: Editor; saved: boolean; failure: Failure | null; current: Values | null; values: Values }

/**
 * Above the form of an edited resource: that it was saved, what is wrong with it, and what somebody else saved in the meantime.
 * @param drafts the names of the drafts that a save makes useless
 */
export const editedHead = (
  fields: EditedFields,
  { editor, saved, failure, current, values }: Head,
  { drafts, savedNotice }: { drafts: readonly string[]; savedNotice: string },
): Html =>
  html`${saved && drafts.map((draft) => discardDraft(editor, draft))}
      ${successNotice(saved ? savedNotice : null)}
      ${formError(failure?.message ?? null)}
      ${currentVersionNotice(fields, current, values)}`

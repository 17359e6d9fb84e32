import type { Editor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Submission } from '#core/review/submission.ts'
import { html, type Html } from '#html.ts'
import { formError, successNotice } from '#http/console/pages/field.ts'
import {
  discardDraft,
  draftAttributes,
  formScripts,
  hiddenInput,
  textArea,
  textInput,
} from '#http/console/pages/form.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import type { FilesOfPaper } from '#ports/store/files/paper-files.ts'
import { fileDrop, fileDropScript } from '#http/console/pages/file-drop.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import type { PaperFormValues } from '#http/console/papers/input.ts'
import { paperFormFields } from './fields.ts'
import { paperPreview } from './preview.ts'

export type Site = { houseName: string }

export type EditView = {
  editor: Editor
  submission: Submission
  /** The version that the form began from. */
  version: number
  values: PaperFormValues
  errors: readonly ValidationError[]
  /** The paper as it would be stored; null while there are errors. */
  preview: PaperWithText | null
  error: string | null
  saved: boolean
  /** Whether the fields hold input that is not stored. */
  isUnsaved: boolean
}

/** `markupOf` knows the commentary of the preview. */
type RenderedView = EditView & { markupOf: MarkupOf; files: FilesOfPaper }

const submissionFacts = ({ id, state, version, updatedAt }: Submission): Html =>
  html`<p class="facts">${id} · ${state.replace('_', ' ')} · version ${version} · ${dateTime(updatedAt)} UTC ·
      <a href="/console/papers/${id}/versions">versions</a>${
        state === 'accepted' && html` · <a href="/papers/${id}">public page</a>`
      }</p>`

const mergeForm = (id: string): Html =>
  html`<details><summary>Merge into another paper</summary>
      <form class="stack" method="post" action="/console/papers/${id}/merge">
        <p>For a duplicate. Its address redirects to the other paper from then on, and its id is never used again.</p>
        ${textInput({ name: 'into', label: 'The paper to keep', value: '', hint: 'Its id, such as p12.', errors: [] })}
        ${textArea({ name: 'note', label: 'Note for its submitter (may be empty)', value: '', rows: 2, errors: [] })}
        <button type="submit">Merge</button>
      </form>
    </details>`

const retractForm = (id: string): Html =>
  html`<details><summary>Retract</summary>
      <form class="stack" method="post" action="/console/papers/${id}/retract">
        <p>The paper leaves the library for good. Its address shows when and why it was retracted.</p>
        ${textArea({ name: 'reason', label: 'Reason (public)', value: '', rows: 2, errors: [] })}
        <button type="submit">Retract</button>
      </form>
    </details>`

/** The preview beside the form. */
const previewSection = ({ preview, errors, markupOf }: RenderedView): Html =>
  html`<section id="preview" data-live aria-label="Preview">${
    preview === null
      ? html`<p class="error">${errors.length === 1 ? 'One field needs correction.' : `${errors.length} fields need correction.`}</p>`
      : paperPreview(preview, markupOf)
  }</section>`

/** The form of a paper with its preview; it comes back with its errors. */
export const editPage = ({ houseName }: Site, view: RenderedView, notice: Html | false = false): Html => {
  const { editor, submission, version, values, errors, error, saved, isUnsaved } = view
  const { id, state } = submission
  const path = `/console/papers/${id}`
  return consolePage({
    title: `Edit ${id}`,
    houseName,
    editor,
    activePath: '/console/papers',
    head: html`${formScripts()}${fileDropScript()}`,
    body: html`<h1>Edit ${id}</h1>
      ${submissionFacts(submission)}
      ${saved && discardDraft(editor, `papers/${id}`)}
      ${successNotice(saved ? `Saved as version ${submission.version}.` : null)}
      ${formError(error)}
      ${notice}
      <div class="beside">
        <form method="post" action="${path}" data-preview="${path}/preview"${draftAttributes(editor, `papers/${id}`, isUnsaved)}>
          ${hiddenInput('version', version)}
          ${paperFormFields(values, errors)}
          <p class="acts"><button type="submit">Save</button>
          <button type="submit" class="plain" formaction="${path}/preview">Preview</button></p>
        </form>
        ${previewSection(view)}
      </div>
      ${fileDrop({ paperId: id, files: view.files, place: 'edit', canChange: true })}
      ${state === 'accepted' && html`<div class="grave">${mergeForm(id)}${retractForm(id)}</div>`}`,
  })
}

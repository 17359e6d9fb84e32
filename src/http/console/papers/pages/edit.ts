import type { Editor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Submission } from '#core/review/submission.ts'
import { html, type Html } from '#html.ts'
import { formTrouble, doneNote } from '#http/console/pages/field.ts'
import { draftDone, draftOf, formScripts, hidden, textArea, textLine, when } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import type { PaperFields } from '#http/console/papers/input.ts'
import { paperFields } from './fields.ts'
import { paperPreview } from './preview.ts'

export type Site = { houseName: string }

export type EditView = {
  editor: Editor
  submission: Submission
  /** The version that the form began from. */
  version: number
  fields: PaperFields
  mistakes: readonly ValidationError[]
  /** The paper as it would be; null while there are mistakes. */
  preview: PaperWithText | null
  trouble: string | null
  saved: boolean
  /** Whether the fields hold what was typed. */
  held: boolean
}

const stands = ({ id, state, version, updatedAt }: Submission): Html =>
  html`<p class="facts">${id} · ${state.replace('_', ' ')} · version ${version} · ${when(updatedAt)} UTC ·
      <a href="/console/papers/${id}/versions">versions</a>${
        state === 'accepted' && html` · <a href="/papers/${id}">public page</a>`
      }</p>`

const mergeForm = (id: string): Html =>
  html`<details><summary>Merge into another paper</summary>
      <form class="stack" method="post" action="/console/papers/${id}/merge">
        <p>For a duplicate: its address leads to the other paper from then on, and its id is never free again.</p>
        ${textLine({ name: 'into', label: 'The paper that stays', value: '', hint: 'Its id, such as p12.', mistakes: [] })}
        ${textArea({ name: 'note', label: 'Note for its submitter (may be empty)', value: '', rows: 2, mistakes: [] })}
        <button type="submit">Merge</button>
      </form>
    </details>`

const retractForm = (id: string): Html =>
  html`<details><summary>Retract</summary>
      <form class="stack" method="post" action="/console/papers/${id}/retract">
        <p>The paper leaves the library for good; its address then tells when and why.</p>
        ${textArea({ name: 'reason', label: 'Reason, for everybody to read', value: '', rows: 2, mistakes: [] })}
        <button type="submit">Retract</button>
      </form>
    </details>`

/** What stands on the page beside the form while it is typed. */
const beside = ({ preview, mistakes }: EditView): Html =>
  html`<section id="preview" data-live aria-label="Preview">${
    preview === null
      ? html`<p class="mistake">${mistakes.length === 1 ? 'One field is not right yet.' : `${mistakes.length} fields are not right yet.`}</p>`
      : paperPreview(preview)
  }</section>`

/** The form of a paper with its preview; also what comes back with mistakes. */
export const editPage = ({ houseName }: Site, view: EditView, above: Html | false = false): Html => {
  const { editor, submission, version, fields, mistakes, trouble, saved, held } = view
  const { id, state } = submission
  const path = `/console/papers/${id}`
  return consolePage({
    title: `Edit ${id}`,
    houseName,
    editor,
    at: '/console/papers',
    head: formScripts,
    body: html`<h1>Edit ${id}</h1>
      ${stands(submission)}
      ${saved && draftDone(editor, `papers/${id}`)}
      ${doneNote(saved ? `Saved as version ${submission.version}.` : null)}
      ${formTrouble(trouble)}
      ${above}
      <div class="beside">
        <form method="post" action="${path}" data-preview="${path}/preview"${draftOf(editor, `papers/${id}`, held)}>
          ${hidden('version', version)}
          ${paperFields(fields, mistakes)}
          <p class="acts"><button type="submit">Save</button>
          <button type="submit" class="plain" formaction="${path}/preview">Preview</button></p>
        </form>
        ${beside(view)}
      </div>
      ${state === 'accepted' && html`<div class="grave">${mergeForm(id)}${retractForm(id)}</div>`}`,
  })
}

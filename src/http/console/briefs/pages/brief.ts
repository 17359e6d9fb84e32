import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { weekLabel, type IsoWeek } from '#core/editorial/week.ts'
import { html, type Html } from '#html.ts'
import { successNotice, formError } from '#http/console/pages/field.ts'
import {
  discardDraft,
  draftAttributes,
  formScripts,
  hiddenInput,
  textArea,
  textInput,
} from '#http/console/pages/form.ts'
import { renderedText } from '#http/console/pages/rendered-text.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { paperPicker, type SelectablePaper } from '#http/console/pages/paper-picker.ts'
import type { BriefFormValues, SendValues } from '#http/console/briefs/input.ts'
import { mailIsOff, sendChoice } from './send-choice.ts'

export type BriefView = {
  editor: Editor
  id: string
  week: IsoWeek
  version: number
  values: BriefFormValues
  selected: readonly SelectablePaper[]
  results: readonly SelectablePaper[]
  /** The current version, if somebody changed it meanwhile. */
  current: BriefFormValues | null
  failure: Failure | null
  saved: boolean
  /** Whether the fields hold input that is not stored. */
  isUnsaved: boolean
  /** What was chosen for the email when publishing was refused. */
  sending: SendValues
  /** Of the texts in the form. */
  markupOf: MarkupOf
}

/** A brief as readers will see it. */
const preview = ({ values: { title, summary, houseTake }, selected, markupOf }: BriefView, houseName: string): Html =>
  html`<h2>${title}</h2>
    ${renderedText(summary, markupOf)}
    <div class="apart"><h3>${houseName}’s take</h3>${renderedText(houseTake, markupOf)}</div>
    <h3>Featured</h3>
    <ol>${selected.map(({ id, title: paper }) => html`<li><b>${id}</b> <span dir="auto">${paper}</span></li>`)}</ol>`

const currentVersionNotice = ({ title, summary, houseTake, featuredPapers }: BriefFormValues): Html =>
  html`<div class="conflict">
      <p>The current version:</p>
      <dl class="differences"><dt>Title</dt><dd>${title}</dd><dt>Summary</dt><dd><pre>${summary}</pre></dd>
      <dt>Take</dt><dd><pre>${houseTake}</pre></dd><dt>Featured</dt><dd>${featuredPapers.join(', ')}</dd></dl>
      <p>The form below holds your changes. They are stored only when you save again.</p>
    </div>`

/** The form of a draft with its preview. Publishing takes the stored version, so save first. */
export const briefPage = ({ houseName, canMail }: { houseName: string; canMail: boolean }, view: BriefView): Html => {
  const { editor, id, week, version, values, selected, results, current, failure, saved, isUnsaved, sending } = view
  const errors = failure?.details ?? []
  const path = `/console/briefs/${id}`
  return consolePage({
    title: `Brief of ${weekLabel(week)}`,
    houseName,
    editor,
    activePath: '/console/briefs',
    head: formScripts(),
    body: html`<h1>Brief of ${weekLabel(week)}</h1>
      ${saved && discardDraft(editor, `briefs/${id}`)}
      ${successNotice(saved ? `Saved as version ${version}. Only editors see it.` : null)}
      ${formError(failure?.message ?? null)}
      ${current !== null && currentVersionNotice(current)}
      <div class="beside">
        <form method="post" action="${path}" data-preview="${path}/preview"${draftAttributes(editor, `briefs/${id}`, isUnsaved)}>
          ${hiddenInput('version', version)}
          ${textInput({ name: 'title', label: 'Title', value: values.title, errors })}
          ${textArea({ name: 'summary', label: 'Summary', value: values.summary, rows: 14, hint: 'Markdown.', errors })}
          ${textArea({ name: 'houseTake', label: `${houseName}’s take`, value: values.houseTake, rows: 8, hint: 'Markdown.', errors })}
          ${paperPicker({ name: 'featuredPapers', label: 'Featured papers', selected, search: values.find, results, action: `${path}/preview`, errors })}
          <p class="acts"><button type="submit">Save</button>
          <button type="submit" class="plain" formaction="${path}/preview">Preview</button></p>
        </form>
        <section id="preview" data-live aria-label="Preview">${preview(view, houseName)}</section>
      </div>
      <form class="grave" method="post" action="${path}/publish">
        ${hiddenInput('version', version)}
        <p>This publishes version ${version}, as it is saved. A published brief never changes.</p>
        <p><a href="${path}/email/preview">See it as an email first</a></p>
        ${canMail ? sendChoice({ values: sending, errors }) : mailIsOff()}
        <button type="submit">Publish</button>
      </form>`,
  })
}

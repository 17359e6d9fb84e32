import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { severities, type GapSummary } from '#core/editorial/gap.ts'
import { html, type Html } from '#html.ts'
import { successNotice, formError } from '#http/console/pages/field.ts'
import {
  selectInput,
  discardDraft,
  draftAttributes,
  formScripts,
  hiddenInput,
  textArea,
  textInput,
  scrollableTable,
} from '#http/console/pages/form.ts'
import { renderedText } from '#http/console/pages/rendered-text.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { paperPicker, type SelectablePaper } from '#http/console/pages/paper-picker.ts'
import type { GapFormValues } from '#http/console/gaps/input.ts'

type Site = { houseName: string }
const PATH = '/console/gaps'

export const gapsPage = (
  { houseName }: Site,
  { editor, gaps }: { editor: Editor; gaps: readonly GapSummary[] },
): Html =>
  consolePage({
    title: 'Research gaps',
    houseName,
    editor,
    activePath: PATH,
    body: html`<h1>Research gaps</h1>
      <p><a class="button" href="${PATH}/new">New gap</a></p>
      ${
        gaps.length === 0
          ? html`<p>There are no gaps yet.</p>`
          : scrollableTable(
              'Research gaps',
              ['Id', 'Title', 'Severity', 'Papers'],
              gaps.map(
                ({ id, title, severity, papers }) =>
                  html`<tr><td>${id}</td><td><a href="${PATH}/${id}">${title}</a></td><td>${severity}</td><td>${papers}</td></tr>`,
              ),
            )
      }`,
  })

export type GapView = {
  editor: Editor
  /** Null for a new gap. */
  id: string | null
  version: number
  values: GapFormValues
  selected: readonly SelectablePaper[]
  results: readonly SelectablePaper[]
  /** The current version, if somebody changed it meanwhile. */
  current: GapFormValues | null
  failure: Failure | null
  saved: boolean
  /** Whether the fields hold input that is not stored. */
  isUnsaved: boolean
  /** Of the explanation in the form. */
  markupOf: MarkupOf
}

const currentVersionNotice = ({ title, severity, explanation, papers }: GapFormValues): Html =>
  html`<div class="conflict">
      <p>The current version:</p>
      <dl class="differences"><dt>Title</dt><dd>${title}</dd><dt>Severity</dt><dd>${severity}</dd>
      <dt>Explanation</dt><dd>${explanation}</dd><dt>Papers</dt><dd>${papers.join(', ')}</dd></dl>
      <p>The form below holds your changes. They are stored only when you save again.</p>
    </div>`

/** The form of a gap, new or existing. */
export const gapPage = ({ houseName }: Site, view: GapView): Html => {
  const { editor, id, version, values, selected, results, current, failure, saved, isUnsaved, markupOf } = view
  const errors = failure?.details ?? []
  const path = id === null ? PATH : `${PATH}/${id}`
  const draft = `gaps/${id ?? 'new'}`
  const of = (name: 'title' | 'severity' | 'explanation', label: string) => ({
    name,
    label,
    value: values[name],
    errors,
  })
  return consolePage({
    title: id === null ? 'New gap' : `Gap ${id}`,
    houseName,
    editor,
    activePath: PATH,
    head: formScripts(),
    body: html`<h1>${id === null ? 'New gap' : `Gap ${id}`}</h1>
      ${saved && discardDraft(editor, draft)}${saved && discardDraft(editor, 'gaps/new')}
      ${successNotice(saved ? `Saved as version ${version}.` : null)}
      ${formError(failure?.message ?? null)}
      ${current !== null && currentVersionNotice(current)}
      <form method="post" action="${path}" data-preview="${path}/preview"${draftAttributes(editor, draft, isUnsaved)}>
        ${hiddenInput('version', version)}
        <div class="stack">
        ${textInput(of('title', 'Title'))}
        ${selectInput({ ...of('severity', 'Severity'), options: severities.map((value) => ({ value, label: value })) })}
        ${textArea({ ...of('explanation', 'Explanation'), rows: 6 })}
        </div>
        ${paperPicker({ name: 'papers', label: 'Papers that show the gap', selected, search: values.find, results, action: `${path}/preview`, errors })}
        <p class="acts"><button type="submit">Save</button></p>
      </form>
      <section id="preview" data-live aria-label="Preview">${values.explanation !== '' && html`<h2>${values.title}</h2>${renderedText(values.explanation, markupOf)}`}</section>`,
  })
}

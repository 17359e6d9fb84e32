import type { Editor } from '#core/access/editor.ts'
import { type GapHistory, type GapSummary, gapStates, severities } from '#core/editorial/gap.ts'
import type { Failure } from '#core/failure.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { PublicRecord } from '#core/public-record.ts'
import { editedGaps, type StoredGap } from '#edited/gaps.ts'
import { html, type Html, withFormulas } from '#html.ts'
import type { EditedView } from '#http/console/edited-form.ts'
import { evidenceNotice } from '#http/console/evidence/pages.ts'
import type { ExaminedTexts } from '#http/console/evidence/present.ts'
import { editedHead, fieldControls, paperControls } from '#http/console/pages/edited-fields.ts'
import {
  draftAttributes,
  formError,
  formScripts,
  hiddenInput,
  scrollableTable,
  selectInput,
  textArea,
  textInput,
} from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { dateTime, renderedText } from '#http/console/pages/parts.ts'
import { previewForms } from '#http/console/pages/preview-forms.ts'
import { presentRecord } from '#schemas/present-record.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import type { LiveSite } from '#ports/site.ts'

type Site = { site: LiveSite }
const PATH = '/console/gaps'

export const gapsPage = (
  { site }: Site,
  { editor, gaps: listed }: { editor: Editor; gaps: readonly GapSummary[] },
): Html =>
  consolePage({
    title: 'Research gaps',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Research gaps</h1>
      <p><a class="button" href="${PATH}/new">New gap</a></p>
      ${
        listed.length === 0
          ? html`<p>There are no gaps yet.</p>`
          : scrollableTable(
              'Research gaps',
              ['Id', 'Title', 'Severity', 'Papers', 'State'],
              listed.map(
                ({ id, title, severity, state, papers }) =>
                  html`<tr><td>${id}</td><td><a href="${PATH}/${id}">${withFormulas(title)}</a></td><td>${severity}</td><td>${papers}</td><td>${state}</td></tr>`,
              ),
            )
      }`,
  })

export type GapView = EditedView<StoredGap | null, typeof editedGaps.fields>

/** The form that changes the state, as it was typed, and why it was refused. */
export type TypedState = { state: string; reason: string; papers: string; failure: Failure | null }

export const untypedState: TypedState = { state: 'narrowing', reason: '', papers: '', failure: null }

/** `markupOf` covers the explanation; `papers` are the public ones among those chosen; `notice` is what was found of the stored text. */
type GapTexts = {
  markupOf: MarkupOf
  papers: readonly Paper[]
  history: GapHistory
  typed: TypedState
  notice: ExaminedTexts | null
}

/** The record of a gap as it would be public. */
const recordOf = ({ stored, values }: GapView, { papers, history }: GapTexts): PublicRecord => {
  const severity = severities.find((one) => one === values.severity) ?? 'medium'
  const { title, explanation } = values
  return {
    kind: 'gap',
    id: stored?.id ?? 'new',
    content: { title, severity, explanation, papers: [...papers], history },
  }
}

const STATE_HINT = 'Ids of public papers, such as p19 p20. Without any, a gap can only be reopened.'

/** What happened to a gap, and the form of what happens next. */
const stateSection = ({ id, state }: StoredGap, version: number, { history, typed }: GapTexts): Html => {
  const errors = typed.failure?.details ?? []
  return html`<section aria-labelledby="state-of-gap"><h2 id="state-of-gap">State: ${state}</h2>
      <ul>${history.map(
        ({ entry, at, reason, papers }) =>
          html`<li>${dateTime(at)}: ${entry}${papers.length > 0 && ` by ${papers.join(', ')}`}${reason !== null && html`<br>${reason}`}</li>`,
      )}</ul>
      <form class="stack" method="post" action="${PATH}/${id}/state">
        ${hiddenInput('version', version)}
        ${selectInput({ name: 'state', label: 'New state', value: typed.state, options: gapStates.map((value) => ({ value, label: value })), errors })}
        ${textArea({ name: 'reason', label: 'Why, as readers see it', value: typed.reason, rows: 3, errors })}
        ${textInput({ name: 'papers', label: 'Papers that narrow or close it', value: typed.papers, hint: STATE_HINT, errors })}
        <p class="acts"><button type="submit">Change the state</button></p>
      </form></section>`
}

/** The form of a new or stored gap. */
export const gapPage = ({ site }: Site, view: GapView, texts: GapTexts): Html => {
  const { markupOf, typed } = texts
  const { editor, stored, version, values, isUnsaved } = view
  const path = stored === null ? PATH : `${PATH}/${stored.id}`
  const draft = `gaps/${stored?.id ?? 'new'}`
  const title = stored === null ? 'New gap' : `Gap ${stored.id}`
  return consolePage({
    title,
    site,
    editor,
    activePath: PATH,
    head: formScripts(),
    body: html`<h1>${title}</h1>
      ${formError(typed.failure?.message ?? null)}
      ${editedHead(editedGaps.fields, view, { drafts: [draft, 'gaps/new'], savedNotice: `Saved as version ${version}.` })}
      ${texts.notice !== null && evidenceNotice(texts.notice)}
      ${stored !== null && html`<p><a href="${PATH}/${stored.id}/evidence">What it rests on</a></p>`}
      <form method="post" action="${path}" data-preview="${path}/preview"${draftAttributes(editor, draft, isUnsaved)}>
        ${hiddenInput('version', version)}
        <div class="stack">
        ${fieldControls(editedGaps.fields, view)}
        </div>
        ${paperControls(editedGaps.fields, view, `${path}/preview`)}
        <p class="acts"><button type="submit">Save</button></p>
      </form>
      ${stored !== null && stateSection(stored, version, texts)}
      ${previewForms({ page: html`${values.explanation !== '' && html`<h2>${withFormulas(values.title)}</h2>${renderedText(values.explanation, markupOf)}`}`, json: presentRecord(recordOf(view, texts)), address: `GET /api/v1/records/gap/${stored?.id ?? ''}` })}`,
  })
}

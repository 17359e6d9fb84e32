import type { Editor } from '#core/access/editor.ts'
import { requiresAssessment, type AssessmentRule } from '#core/assessment/assessment-rule.ts'
import { editorActor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import { MAX_FILE_BYTES } from '#core/files.ts'
import { MAX_CHUNK_BYTES } from '#core/imports/ingest-session.ts'
import { byteSize, pluralize } from '#core/numbers.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { chapterOptions } from '#http/console/pages/chapter-options.ts'
import { formError, hiddenInput, selectInput, textArea, textInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { assetUrl } from '#http/pages/layout.ts'
import type { ImportTotals, RecordReport } from '#imports/import-totals.ts'
import type { LiveSite } from '#ports/site.ts'
import {
  type AddRow,
  editedFields,
  type EditedField,
  isIdentifierOnly,
  missingOf,
  MOST_ROWS,
  packRecord,
} from './input.ts'
import type { Known } from './known-works.ts'

export const ADD_PATH = '/console/add'

/** What could not be read, and why; `position` is null for the whole. */
export type Unread = { place: string; position: string | null; reason: string }

export type AddView = {
  editor: Editor
  rows: readonly AddRow[]
  /** Of each row, in order. */
  known: readonly Known[]
  unread: readonly Unread[]
  chapters: readonly NamedChapter[]
  /** What is in the field to paste into. */
  text: string
  errors: readonly ValidationError[]
  error: string | null
}

const labels: Record<EditedField, string> = {
  title: 'Title',
  authors: 'Authors',
  year: 'Year',
  doi: 'DOI',
  arxivId: 'arXiv id',
  chapter: 'Chapter',
  container: 'Journal or book',
  url: 'Address',
  abstract: 'Abstract',
}

const missingWords: Record<EditedField, string> = {
  ...labels,
  title: 'title',
  authors: 'authors',
  year: 'year',
  doi: 'an identifier or address',
  chapter: 'chapter',
  abstract: 'abstract',
}

const paperLink = ({ id, title }: { id: string; title: string }): Html =>
  html`<a href="/console/papers/${id}/edit">${id}</a> <span dir="auto">${withFormulas(title)}</span>`

const knownNotes = ({ paper, perhaps, isInInbox, twiceOf }: Known): Html[] => [
  ...(paper === null
    ? []
    : [
        html`<p class="known">Already in the library (${paper.state}): ${paperLink(paper)}, ${paper.by}. If you add it, only what that paper lacks is taken.</p>`,
      ]),
  ...(twiceOf === null
    ? []
    : [html`<p class="known">The same as <a href="#row-${twiceOf}">record ${twiceOf + 1}</a> on this page.</p>`]),
  ...(perhaps.length === 0
    ? []
    : [
        html`<p class="known">Perhaps the same as ${perhaps.map((one, index) => html`${index > 0 && '; '}${paperLink(one)}`)}.</p>`,
      ]),
  ...(isInInbox
    ? [
        html`<p class="quiet">It waits in the <a href="/console/candidates">inbox</a>, and is taken out when you add it.</p>`,
      ]
    : []),
]

const missingNote = (row: AddRow, hasChapters: boolean): Html | false => {
  const missing = missingOf(row, hasChapters)
  return (
    missing.length > 0 && html`<p class="quiet">Missing: ${missing.map((name) => missingWords[name]).join(', ')}.</p>`
  )
}

type RowContext = Pick<AddView, 'chapters' | 'errors'>

const rowFields = (row: AddRow, number: number, known: Known | undefined, { chapters, errors }: RowContext): Html => {
  const { values, record, place, note, file, isChosen } = row
  const control = (name: EditedField) => ({
    name: `${name}.${number}`,
    label: labels[name],
    value: values[name],
    errors,
  })
  const options = [{ value: '', label: '–' }, ...chapterOptions(chapters, values.chapter)]
  const isWrong = (names: readonly EditedField[]): boolean =>
    names.some((name) => errors.some(({ path }) => `${path}.`.startsWith(`${name}.${number}.`)))
  const more = ['container', 'url', 'abstract'] as const
  const fields = html`<div class="pair">
        ${textInput(control('title'))}
        ${textInput({ ...control('authors'), label: 'Authors, separated by semicolons' })}
      </div>
      <div class="row">
        ${textInput({ ...control('year'), inputmode: 'numeric' })}
        ${textInput(control('doi'))}
        ${textInput(control('arxivId'))}
        ${options.length > 1 && selectInput({ ...control('chapter'), options })}
      </div>
      <details${isWrong(more) && html` open`}><summary>${more.map((name) => labels[name]).join(', ')}</summary>
        ${textInput(control('container'))}
        ${textInput({ ...control('url'), inputmode: 'url' })}
        ${textArea({ ...control('abstract'), rows: 4 })}
      </details>`
  const isKnown = known?.paper !== null && known?.paper !== undefined
  return html`<fieldset class="add-row" id="row-${number}">
      <legend><label><input type="checkbox" name="add.${number}" value="yes"${isChosen && html` checked`} /> Record ${number + 1}</label> <span class="quiet"><bdi>${place}</bdi>, ${record.position} (${record.format})${file !== null && html`, with its PDF`}</span></legend>
      ${note !== null && html`<p class="known">${note}</p>`}
      ${known !== undefined && knownNotes(known)}
      ${!isKnown && (isIdentifierOnly(row) ? html`<p class="quiet">Only its identifier is known: fill in the fields, or add it as it is; then it waits in the inbox.</p>` : missingNote(row, chapters.length > 0))}
      ${isChosen ? fields : html`<details${isWrong(editedFields) && html` open`}><summary>Its fields</summary>${fields}</details>`}
      ${hiddenInput(`record.${number}`, packRecord(row))}
    </fieldset>`
}

const unreadPart = (unread: readonly Unread[]): Html | false =>
  unread.length > 0 &&
  html`<section class="error" role="alert" aria-label="Not read">
      <p>Could not be read:</p>
      <ul>${unread.map(({ place, position, reason }) => html`<li><bdi>${place}</bdi>${position !== null && html`, <bdi>${position}</bdi>`}: ${reason}</li>`)}</ul>
    </section>`

const pastePart = (text: string, isFirst: boolean): Html =>
  html`<div class="field"><label for="text">${isFirst ? 'Paste' : 'Paste more'}</label>
      <textarea id="text" name="text" rows="${isFirst ? 8 : 2}" dir="auto" aria-describedby="text-hint"${isFirst && html` autofocus`}>
${text}</textarea>
      <p class="hint" id="text-hint">DOIs, arXiv ids, addresses, BibTeX, RIS or any other <a href="/console/imports">records</a>, or references, one on each line; up to ${MOST_ROWS}.</p></div>
    <div class="field"><label for="file">${isFirst ? 'Or choose files' : 'More files'}</label>
      <input id="file" name="file" type="file" multiple aria-describedby="file-hint" />
      <p class="hint" id="file-hint">Choose files, or drop them here: PDFs up to ${byteSize(MAX_FILE_BYTES)} each, records up to ${byteSize(MAX_CHUNK_BYTES)}.</p></div>
    <p class="acts"><button type="submit" name="act" value="look"${!isFirst && html` class="plain"`}>Look</button></p>`

const storingPart = ({ rows, editor }: AddView, rule: AssessmentRule): Html => {
  const chosen = rows.filter(({ isChosen }) => isChosen).length
  const isHeld = requiresAssessment({ rule, actor: editorActor(editor) })
  return html`<div class="add-acts">
      <p class="acts">
        <button type="submit" name="act" value="review">Into review</button>
        <button type="submit" name="act" value="publish" class="plain" aria-describedby="publish-hint">Straight into the library</button>
        <span class="quiet" data-chosen>${chosen} of ${pluralize(rows.length, 'record', 'records')} chosen</span>
      </p>
    </div>
    <p class="hint" id="publish-hint">${
      isHeld
        ? 'Straight into the library go only papers that are assessed; the others wait in review, because REQUIRE_ASSESSMENT asks for it.'
        : 'Straight into the library: readers see the papers at once.'
    } What may have been read wrongly from a PDF waits in review.</p>`
}

/** Adding papers: what was pasted or dropped as records, each with its fields, and what is known of its work. */
export const addPage = (
  { site, requireAssessment, looksUp }: { site: LiveSite; requireAssessment: AssessmentRule; looksUp: boolean },
  view: AddView,
): Html => {
  const { editor, rows, known, unread, text, errors, error } = view
  const isFirst = rows.length === 0
  return consolePage({
    title: 'Add',
    site,
    editor,
    activePath: ADD_PATH,
    head: html`<script type="module" src="${assetUrl('console-add.js')}"></script>`,
    body: html`<h1>Add papers</h1>
      ${formError(error)}
      ${errors.length > 0 && html`<ul class="error">${errors.map(({ path, message }) => errorLink(path, message))}</ul>`}
      ${unreadPart(unread)}
      <form class="add drop" method="post" enctype="multipart/form-data" action="${ADD_PATH}">
        ${isFirst ? pastePart(text, true) : html`<details${text !== '' && html` open`}><summary>Add more to these</summary>${pastePart(text, false)}</details>`}
        <p class="quiet" role="status" data-state></p>
        ${
          !isFirst &&
          html`<h2>${pluralize(rows.length, 'record', 'records')}</h2>
        ${
          !looksUp &&
          rows.some(isIdentifierOnly) &&
          html`<p class="hint">Records are not looked up by their identifiers: an operator can allow it with RESOLVE_WHEN_ADDING.</p>`
        }
        ${rows.map((row, number) => rowFields(row, number, known[number], view))}
        ${storingPart(view, requireAssessment)}`
        }
      </form>`,
  })
}

const errorLink = (path: string, message: string): Html => {
  const [field = '', number = '0'] = path.split('.')
  const label = (labels as Record<string, string>)[field] ?? field
  return html`<li><a href="#${field}.${number}">Record ${Number(number) + 1}, ${label}</a>: ${message}.</li>`
}

type AddedView = {
  editor: Editor
  /** The name under which the papers wait in review; null if they went straight into the library. */
  session: string | null
  totals: ImportTotals
  reports: readonly RecordReport[]
}

const outcomeWords: Record<Exclude<RecordReport['outcome'], 'stored' | 'refused'>, string> = {
  unchanged: 'was there already',
  enriched: 'gave a paper in review what it lacked',
  proposed: 'is proposed for a public paper',
  candidate: 'waits in the inbox',
}

const reportLine = (report: RecordReport, session: string | null): Html => {
  if (report.outcome === 'refused') return html`<li>refused: ${report.reason}</li>`
  const title = html`<span dir="auto">${withFormulas(report.title)}</span>`
  if (report.outcome === 'candidate')
    return html`<li>${title} <span class="quiet">${outcomeWords.candidate}</span></li>`
  const { id, outcome } = report
  const isWaiting = outcome === 'stored' && (session !== null || report.isHeld === true || report.unsure !== undefined)
  const said = outcome !== 'stored' ? outcomeWords[outcome] : isWaiting ? 'waits in review' : 'is in the library'
  const path = isWaiting || outcome === 'enriched' ? `/console/queue/${id}` : `/console/papers/${id}/edit`
  return html`<li>${id !== '' && html`<a href="${path}">${id}</a> `}${title} <span class="quiet">${said}</span></li>`
}

/** What became of what was added. */
export const addedPage = ({ site }: { site: LiveSite }, { editor, session, totals, reports }: AddedView): Html => {
  const { read, stored } = totals
  return consolePage({
    title: 'Added',
    site,
    editor,
    activePath: ADD_PATH,
    body: html`<h1>Added</h1>
      <p class="done" role="status">${pluralize(read, 'record', 'records')}: ${stored} new, ${read - stored} not new.</p>
      <p class="acts"><a href="${ADD_PATH}">Add more</a>${
        session !== null &&
        stored > 0 &&
        html` <a href="/console/queue?session=${encodeURIComponent(session)}">Review ${stored === 1 ? 'it' : 'them'}</a>`
      }</p>
      <ul class="added">${reports.map((report) => reportLine(report, session))}</ul>`,
  })
}

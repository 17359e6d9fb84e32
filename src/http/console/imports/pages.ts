import type { Editor } from '#core/access/editor.ts'
import type { ValidationError } from '#core/failure.ts'
import { type IngestSession, MAX_CHUNK_BYTES } from '#core/imports/ingest-session.ts'
import {
  tableColumnsText,
  tableFields,
  type RememberedColumns,
  type TableColumns,
  type TableField,
} from '#core/imports/table-columns.ts'
import { byteSize, pluralize } from '#core/numbers.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { formError, hiddenInput, scrollableTable, selectInput, successNotice } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import { assetUrl } from '#http/pages/layout.ts'
import type { ImportTotals, RecordReport } from '#imports/import-totals.ts'
import type { LiveSite } from '#ports/site.ts'
import { FILE_IMPORTS_PATH, unfinishedPart } from './file-import-page.ts'

export const IMPORTS_PATH = '/console/imports'

/** A table whose columns an editor chooses. */
export type ChosenColumns = {
  /** The file of an archive, or the sheet of a workbook; null for the file itself. */
  name: string | null
  names: readonly string[]
  rows: readonly (readonly string[])[]
  chosen: TableColumns
  errors: readonly ValidationError[]
}

/** What became of the records of a file, or would become of them. */
export type ImportOutcome = {
  file: string
  isPreview: boolean
  session: string
  totals: ImportTotals
  reports: readonly RecordReport[]
}

export type ImportsView = {
  editor: Editor
  remembered: readonly RememberedColumns[]
  /** Whether columns were just saved or forgotten. */
  done: 'saved' | 'forgotten' | null
  error: string | null
  table: ChosenColumns | null
  outcome: ImportOutcome | null
  /** Files of the editor of which pieces are missing. */
  unfinished: readonly IngestSession[]
}

const labels: Record<TableField, string> = {
  title: 'Title',
  authors: 'Authors',
  year: 'Year',
  date: 'Date',
  doi: 'DOI',
  arxivId: 'arXiv id',
  url: 'Address',
  storageUrl: 'Address of the full text',
  abstract: 'Abstract',
  container: 'Journal or book',
  volume: 'Volume',
  issue: 'Issue',
  pages: 'Pages',
  firstPage: 'First page',
  lastPage: 'Last page',
  articleNumber: 'Number of the article',
  publisher: 'Publisher',
  institution: 'Institution',
  kind: 'Kind of publication',
  license: 'Licence',
  topics: 'Topics',
  recordId: 'Id of the record',
}

const fileForm = (): Html =>
  html`<form class="stack" id="import" method="post" enctype="multipart/form-data" action="${IMPORTS_PATH}" data-pieces="${FILE_IMPORTS_PATH}">
      <div class="field"><label for="file">File</label>
      <input id="file" name="file" type="file" required aria-describedby="file-hint" />
      <p class="hint" id="file-hint">Choose a file, or drop it here: records of a catalogue or reference manager, a table as CSV or .xlsx, or a ZIP archive of them, up to ${byteSize(MAX_CHUNK_BYTES)}. With JavaScript, files of lines, entries or elements have any size.</p></div>
      <p class="acts"><button type="submit">Import for review</button> <button type="submit" class="plain" formaction="${IMPORTS_PATH}/preview">Look at it first</button></p>
      <div id="sending" hidden>
        <progress max="1" value="0" aria-label="Sent"></progress>
        <p role="status"></p>
        <button type="button" class="plain" hidden>Stop</button>
      </div>
    </form>`

const columnsForm = ({ name, names, rows, chosen, errors }: ChosenColumns): Html => {
  const options = [
    { value: '', label: '–' },
    ...[...new Set(names)].filter((column) => column !== '').map((column) => ({ value: column, label: column })),
  ]
  return html`<section aria-labelledby="columns-heading">
      <h2 id="columns-heading">Columns${name !== null && html` of <bdi>${name}</bdi>`}</h2>
      ${
        rows.length > 0 &&
        scrollableTable(
          'First rows',
          names,
          rows.map((row) => html`<tr>${names.map((_, place) => html`<td dir="auto">${row[place] ?? ''}</td>`)}</tr>`),
        )
      }
      <form method="post" action="${IMPORTS_PATH}/columns">
        ${hiddenInput('names', JSON.stringify(names))}
        <div class="columns-of-fields">${tableFields.map((field) =>
          selectInput({ name: field, label: labels[field], value: chosen[field] ?? '', options, errors }),
        )}</div>
        <p class="acts"><button type="submit">Save these columns</button></p>
        <p class="hint">They are saved for tables with the same header. The file itself is not kept: choose it again to import it.</p>
      </form>
    </section>`
}

const SHOWN_REPORTS = 200

const reportRow = (report: RecordReport): Html => {
  const { position, outcome } = report
  if (outcome === 'refused')
    return html`<tr><td><bdi>${position}</bdi></td><td>refused</td><td>${report.reason}</td></tr>`
  const title = html`<span dir="auto">${withFormulas(report.title)}</span>`
  const paper =
    outcome === 'candidate' || report.id === ''
      ? title
      : html`<a href="${outcome === 'stored' || outcome === 'enriched' ? `/console/queue/${report.id}` : `/console/papers/${report.id}/edit`}">${report.id}</a> ${title}`
  return html`<tr><td><bdi>${position}</bdi></td><td>${outcome}</td><td>${paper}</td></tr>`
}

const outcomeSection = ({ file, isPreview, session, totals, reports }: ImportOutcome): Html => {
  const { read, stored, enriched, unchanged, proposed, refused, candidates } = totals
  const counts = Object.entries({ stored, enriched, unchanged, proposed, candidates, refused }).filter(
    ([, count]) => count > 0,
  )
  return html`<section aria-labelledby="outcome-heading">
      <h2 id="outcome-heading">${isPreview ? 'What would happen' : 'What happened'}</h2>
      <p role="status"><bdi>${file}</bdi>: ${pluralize(read, 'record', 'records')}${counts.length > 0 && `; ${counts.map(([name, count]) => `${count} ${name}`).join(', ')}`}. ${
        isPreview
          ? 'Nothing was stored.'
          : stored > 0 && html`<a href="/console/queue?session=${encodeURIComponent(session)}">Review them</a>`
      }</p>
      ${reports.length > 0 && scrollableTable('Records', ['Record', isPreview ? 'Would be' : 'Was', 'Paper'], reports.slice(0, SHOWN_REPORTS).map(reportRow))}
      ${reports.length > SHOWN_REPORTS && html`<p class="quiet">The first ${SHOWN_REPORTS} of ${reports.length} are shown.</p>`}
    </section>`
}

const rememberedRow = ({ id, names, columns, at, by }: RememberedColumns): Html =>
  html`<tr><td dir="auto">${names.join(', ')}</td><td dir="auto">${tableColumnsText(columns)}</td><td>${dateTime(at)}</td><td>${by}</td>
      <td>${actionButton({ path: `${IMPORTS_PATH}/columns/forget`, label: 'Forget', fields: { id } })}</td></tr>`

const notices = {
  saved: 'The columns are saved. Choose the file again to import it.',
  forgotten: 'The columns are forgotten.',
}

/** Importing a file, and the columns of tables. */
export const importsPage = ({ site }: { site: LiveSite }, view: ImportsView): Html => {
  const { editor, remembered, done, error, table, outcome, unfinished } = view
  return consolePage({
    title: 'Imports',
    site,
    editor,
    activePath: IMPORTS_PATH,
    head: html`<script type="module" src="${assetUrl('console-import.js')}"></script>`,
    body: html`<h1>Imports</h1>
      ${successNotice(done === null ? null : notices[done])}
      ${formError(error)}
      ${outcome !== null && outcomeSection(outcome)}
      ${table !== null && columnsForm(table)}
      <h2>Import a file</h2>
      ${fileForm()}
      ${unfinishedPart(unfinished)}
      ${remembered.length > 0 && html`<h2>Saved columns</h2>${scrollableTable('Saved columns', ['Header', 'Columns', 'Saved (UTC)', 'By', ''], remembered.map(rememberedRow))}`}`,
  })
}

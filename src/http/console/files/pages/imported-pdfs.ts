import { MAX_FORM_FILES } from '#http/input/multipart-form.ts'
import { MAX_FILE_BYTES } from '#core/files/held-file.ts'
import { byteSize } from '#core/numbers/byte-size.ts'
import type { Editor } from '#core/access/editor.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { html, type Html } from '#html.ts'
import type { ImportedPaper } from '#actions/imports/import-records.ts'
import { dropForm, fileDropScript } from '#http/console/pages/file-drop.ts'
import { consolePage } from '#http/console/pages/frame.ts'

/** What became of a PDF: a paper with what its pages propose, or why there is none. */
export type ImportedPdf = {
  name: string
  reason: string
  paper: { paper: PaperWithText; outcome: ImportedPaper['outcome']; missing: readonly string[] } | null
}

export type ImportedPdfsView = { houseName: string; editor: Editor; imported: readonly ImportedPdf[] }

const became: Record<ImportedPaper['outcome'], string> = {
  stored: 'waits for review with what was read',
  enriched: 'was in review already and has been added to',
  proposed: 'is public already; what the PDF adds is proposed',
  unchanged: 'was here already and says as much',
}

/** Where PDFs become papers. */
export const newPapersForm = (): Html =>
  html`<div class="files">${dropForm({
    action: '/console/files',
    sendsTo: '/console/files',
    label: 'New papers from PDFs',
    hint: `Choose them, or drop them here. Title, authors, year and abstract are proposed from the pages: compare them before you accept a paper. Up to ${MAX_FORM_FILES} files of ${byteSize(MAX_FILE_BYTES)}; each takes some seconds.`,
    button: 'Read',
    doing: 'is being read',
  })}</div>`

const importedItem = ({ name, reason, paper: found }: ImportedPdf): Html => {
  if (found === null) return html`<li class="error"><bdi>${name}</bdi>: ${reason}</li>`
  const { paper, outcome, missing } = found
  const { id, title, authors, year, doi, arxivId } = paper
  const where = outcome === 'stored' || outcome === 'enriched' ? `/console/queue/${id}` : `/console/papers/${id}/files`
  return html`<li data-became><bdi>${name}</bdi>: <a href="${where}">${id}</a> ${became[outcome]}.
      <dl><dt>Proposed title</dt><dd dir="auto">${title}</dd><dt>Proposed authors</dt><dd><bdi>${authors.join(', ')}</bdi></dd><dt>Proposed year</dt><dd>${year}</dd>
      ${doi !== null && html`<dt>DOI</dt><dd>${doi}</dd>`}${arxivId !== null && html`<dt>arXiv id</dt><dd>${arxivId}</dd>`}
      ${missing.length > 0 && html`<dt>Not taken</dt><dd>${missing.join('; ')}</dd>`}</dl></li>`
}

/** What was read from PDFs, as proposals to be compared with them. */
export const importedPdfsPage = ({ houseName, editor, imported }: ImportedPdfsView): Html =>
  consolePage({
    title: 'Papers from PDFs',
    houseName,
    editor,
    activePath: '/console/files',
    head: fileDropScript(),
    body: html`<h1>Papers from PDFs</h1>
      <p>All of this was read from the pages and may be wrong: compare it with the PDF before you accept a paper.</p>
      <ul>${imported.map(importedItem)}</ul>
      ${newPapersForm()}`,
  })

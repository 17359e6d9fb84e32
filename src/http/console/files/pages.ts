import type { ImportedPaper } from '#actions/imports.ts'
import type { Editor } from '#core/access/editor.ts'
import { filePath, type FilePermission, MAX_FILE_BYTES, type PaperFile } from '#core/files.ts'
import { byteSize, pluralize } from '#core/numbers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { dropForm, fileDrop, fileDropScript } from '#http/console/pages/file-drop.ts'
import { formError, scrollableTable, selectInput, successNotice } from '#http/console/pages/form.ts'
import { foldedAuthors } from '#http/console/pages/folds.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import { MAX_FORM_FILES } from '#http/input/multipart-form.ts'
import type { FilesOfPaper, FileUsage, ListedFile } from '#ports/store/files.ts'
import type { LiveSite } from '#ports/site.ts'

export type RefusedFile = { name: string; message: string }

export type PaperFilesView = {
  site: LiveSite
  editor: Editor
  paperId: string
  files: FilesOfPaper
  /** How many files the last request added; null if it was not an upload. */
  added: number | null
  refused: readonly RefusedFile[]
}

const fileRow =
  (paperId: string) =>
  ({ sha256, bytes, name, version, addedAt }: PaperFile): Html =>
    html`<tr><td><a href="${filePath(sha256)}" type="application/pdf"><bdi>${name}</bdi></a></td><td>${byteSize(bytes)}</td><td>${version}</td><td>${dateTime(addedAt)}</td>
      <td>${actionButton({
        path: `/console/papers/${paperId}/files/remove`,
        label: 'Remove',
        fields: { sha256 },
      })}</td></tr>`

const choices: { value: FilePermission | 'licence'; label: string }[] = [
  { value: 'licence', label: 'The licence decides' },
  { value: 'allowed', label: 'Anybody may download them' },
  { value: 'refused', label: 'Only editors may download them' },
]

const permissionForm = (paperId: string, { permission, license }: FilesOfPaper): Html =>
  html`<form class="stack" method="post" action="/console/papers/${paperId}/files/permission">
      ${selectInput({
        name: 'permission',
        label: 'While the paper is public',
        value: permission ?? 'licence',
        hint: license === null ? 'The paper names no licence.' : `Its licence: ${license}`,
        options: choices,
        errors: [],
      })}
      <button type="submit">Save</button>
    </form>`

const addedNotice = (added: number | null): string | null =>
  added === null || added === 0 ? null : added === 1 ? 'One file was added.' : `${added} files were added.`

/** The files of one paper: add and remove them, and set who may download them. */
export const paperFilesPage = ({ site, editor, paperId, files, added, refused }: PaperFilesView): Html =>
  consolePage({
    title: `Files of ${paperId}`,
    site,
    editor,
    activePath: '/console/papers',
    head: fileDropScript(),
    body: html`<h1>Files of ${paperId}</h1>
      <p class="facts"><a href="/console/papers/${paperId}/edit">Edit ${paperId}</a></p>
      ${successNotice(addedNotice(added))}
      ${refused.length > 0 && html`<ul class="error" role="alert">${refused.map(({ name, message }) => html`<li><bdi>${name}</bdi>: ${message}</li>`)}</ul>`}
      ${fileDrop({ paperId, files, page: 'files', canChange: true })}
      ${
        files.files.length > 0 &&
        scrollableTable(
          'Files',
          ['Name', 'Size', 'Added at version', 'Added (UTC)', ''],
          files.files.map(fileRow(paperId)),
        )
      }
      <h2>Who may download them</h2>
      ${permissionForm(paperId, files)}`,
  })

/** The result of importing a PDF: a paper with the values read from it, or the reason why there is none. */
export type ImportedPdf = {
  name: string
  reason: string
  paper: {
    paper: PaperWithText
    outcome: ImportedPaper['outcome']
    missing: readonly string[]
    unsure: readonly string[]
  } | null
}

export type ImportedPdfsView = { site: LiveSite; editor: Editor; imported: readonly ImportedPdf[] }

const outcomeTexts: Record<ImportedPaper['outcome'], string> = {
  stored: 'is waiting for review with the values read from the PDF',
  enriched: 'was already in review; missing values were added',
  proposed: 'is already public; what the PDF adds was made a proposal',
  unchanged: 'already has everything that the PDF says',
}

/** The form that creates papers from PDFs. */
const newPapersForm = (): Html =>
  html`<div class="files">${dropForm({
    action: '/console/files',
    uploadPath: '/console/files',
    label: 'New papers from PDFs',
    hint: `Choose files, or drop them here. Title, authors, year and abstract are read from the pages: check them before you accept a paper. Up to ${MAX_FORM_FILES} files of ${byteSize(MAX_FILE_BYTES)}; each takes a few seconds.`,
    button: 'Read',
    progressText: 'is being read',
  })}</div>`

const importedItem = ({ name, reason, paper: found }: ImportedPdf): Html => {
  if (found === null) return html`<li class="error"><bdi>${name}</bdi>: ${reason}</li>`
  const { paper, outcome, missing, unsure } = found
  const { id, title, authors, year, doi, arxivId } = paper
  const where = outcome === 'stored' || outcome === 'enriched' ? `/console/queue/${id}` : `/console/papers/${id}/files`
  return html`<li data-became><bdi>${name}</bdi>: <a href="${where}">${id}</a> ${outcomeTexts[outcome]}.
      <dl><dt>Proposed title</dt><dd dir="auto">${withFormulas(title)}</dd><dt>Proposed authors</dt><dd>${foldedAuthors(authors)}</dd><dt>Proposed year</dt><dd>${year}</dd>
      ${doi !== null && html`<dt>DOI</dt><dd>${doi}</dd>`}${arxivId !== null && html`<dt>arXiv id</dt><dd>${arxivId}</dd>`}
      ${unsure.length > 0 && html`<dt>Unsure</dt><dd>${unsure.join(' and ')}: compare with the first page</dd>`}
      ${missing.length > 0 && html`<dt>Not used</dt><dd>${missing.join('; ')}</dd>`}</dl></li>`
}

/** The values that were read from PDFs, for editors to check. */
export const importedPdfsPage = ({ site, editor, imported }: ImportedPdfsView): Html =>
  consolePage({
    title: 'Papers from PDFs',
    site,
    editor,
    activePath: '/console/files',
    head: fileDropScript(),
    body: html`<h1>Papers from PDFs</h1>
      <p>These values were read from the pages and may be wrong: compare them with the PDF before you accept a paper.</p>
      <ul>${imported.map(importedItem)}</ul>
      ${newPapersForm()}`,
  })

export type FilesOverview = {
  site: LiveSite
  editor: Editor
  usage: FileUsage
  quota: number
  place: string
  /** What is wrong with the file store; null if it works. */
  fault: string | null
  files: readonly ListedFile[]
  next: string | null
}

/** Share of the quota from which the page shows a warning. */
const NEARLY_FULL = 0.9

const storedFileRow = ({ sha256, bytes, papers, createdAt, unusedSince }: ListedFile): Html =>
  html`<tr><td><a href="${filePath(sha256)}" type="application/pdf"><code>${sha256.slice(0, 12)}</code></a></td><td>${byteSize(bytes)}</td>
      <td>${papers.map((id) => html`<a href="/console/papers/${id}/files">${id}</a> `)}${unusedSince !== null && html`<span class="quiet">unused since ${dateTime(unusedSince)}</span>`}</td>
      <td>${dateTime(createdAt)}</td></tr>`

/** The files of the library, their size, and whether the file store works. */
export const filesOverviewPage = (view: FilesOverview): Html => {
  const { site, editor, usage, quota, place, fault, files, next } = view
  const share = usage.bytes / quota
  const isNearlyFull = share >= NEARLY_FULL
  return consolePage({
    title: 'Files',
    site,
    editor,
    activePath: '/console/files',
    head: fileDropScript(),
    body: html`<h1>Files</h1>
      ${formError(fault === null ? null : `The file store does not work: ${fault}`)}
      ${formError(isNearlyFull ? `The files take ${Math.floor(share * 100)} % of their quota: raise FILES_QUOTA or remove files before new ones are refused.` : null)}
      <p>${pluralize(usage.files, 'file takes', 'files take')} ${byteSize(usage.bytes)} of ${byteSize(quota)} in <code>${place}</code>; ${pluralize(usage.unused, 'file', 'files')} without a paper will be deleted after ${RETENTION_DAYS.unusedFile} days.</p>
      <p><meter min="0" max="${quota}" value="${Math.min(usage.bytes, quota)}" aria-label="Share of the quota">${Math.floor(share * 100)} %</meter></p>
      ${newPapersForm()}
      ${files.length > 0 && scrollableTable('Files', ['File', 'Size', 'Papers', 'Added (UTC)'], files.map(storedFileRow))}
      ${next !== null && html`<p><a href="/console/files?after=${next}">Next</a></p>`}`,
  })
}

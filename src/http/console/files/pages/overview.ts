import { pluralize } from '#core/numbers/pluralize.ts'
import { byteSize } from '#core/numbers/byte-size.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import type { Editor } from '#core/access/editor.ts'
import { filePath } from '#core/files/held-file.ts'
import { html, type Html } from '#html.ts'
import type { FileUsage, ListedFile } from '#ports/store/files/paper-files.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { formError } from '#http/console/pages/field.ts'
import { fileDropScript } from '#http/console/pages/file-drop.ts'
import { scrollableTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { newPapersForm } from './imported-pdfs.ts'

export type OverviewOfFiles = {
  houseName: string
  editor: Editor
  usage: FileUsage
  quota: number
  place: string
  /** What is wrong with the store; null when it takes files and gives them out. */
  fault: string | null
  files: readonly ListedFile[]
  next: string | null
}

/** Nearly full: somebody should see to it before files are refused. */
const NEARLY = 0.9

const fileRow = ({ sha256, bytes, papers, createdAt, unusedSince }: ListedFile): Html =>
  html`<tr><td><a href="${filePath(sha256)}" type="application/pdf"><code>${sha256.slice(0, 12)}</code></a></td><td>${byteSize(bytes)}</td>
      <td>${papers.map((id) => html`<a href="/console/papers/${id}/files">${id}</a> `)}${unusedSince !== null && html`<span class="quiet">unused since ${dateTime(unusedSince)}</span>`}</td>
      <td>${dateTime(createdAt)}</td></tr>`

/** The files of the library, their size, and whether their store works. */
export const filesOverviewPage = (view: OverviewOfFiles): Html => {
  const { houseName, editor, usage, quota, place, fault, files, next } = view
  const share = usage.bytes / quota
  const isTight = share >= NEARLY
  return consolePage({
    title: 'Files',
    houseName,
    editor,
    activePath: '/console/files',
    head: fileDropScript(),
    body: html`<h1>Files</h1>
      ${formError(fault === null ? null : `The file store does not work: ${fault}`)}
      ${formError(isTight ? `The files take ${Math.floor(share * 100)} % of their quota: raise FILES_QUOTA or remove files before new ones are refused.` : null)}
      <p>${pluralize(usage.files, 'file takes', 'files take')} ${byteSize(usage.bytes)} of ${byteSize(quota)} in <code>${place}</code>; ${pluralize(usage.unused, 'file', 'files')} of no paper will be deleted after ${RETENTION_DAYS.unusedFile} days.</p>
      <p><meter min="0" max="${quota}" value="${Math.min(usage.bytes, quota)}" aria-label="Share of the quota">${Math.floor(share * 100)} %</meter></p>
      ${newPapersForm()}
      ${files.length > 0 && scrollableTable('Files', ['File', 'Size', 'Papers', 'Added (UTC)'], files.map(fileRow))}
      ${next !== null && html`<p><a href="/console/files?after=${next}">Next</a></p>`}`,
  })
}

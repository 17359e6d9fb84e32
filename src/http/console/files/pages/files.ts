import { byteSize } from '#core/numbers/byte-size.ts'
import { filePath, type FilePermission, type PaperFile } from '#core/files/held-file.ts'
import { html, type Html } from '#html.ts'
import type { FilesOfPaper } from '#ports/store/files/paper-files.ts'
import type { Editor } from '#core/access/editor.ts'
import { actionButton } from '#http/console/pages/action-button.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { successNotice } from '#http/console/pages/field.ts'
import { fileDrop, fileDropScript } from '#http/console/pages/file-drop.ts'
import { scrollableTable, selectInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'

export type RefusedFile = { name: string; message: string }

export type PaperFilesView = {
  houseName: string
  editor: Editor
  paperId: string
  files: FilesOfPaper
  /** How many files the request before this page has added; null for any other. */
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
  { value: 'allowed', label: 'Anybody may get them' },
  { value: 'refused', label: 'Only editors may get them' },
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

/** The files of one paper: bring, take away, say who gets them. */
export const paperFilesPage = ({ houseName, editor, paperId, files, added, refused }: PaperFilesView): Html =>
  consolePage({
    title: `Files of ${paperId}`,
    houseName,
    editor,
    activePath: '/console/papers',
    head: fileDropScript(),
    body: html`<h1>Files of ${paperId}</h1>
      <p class="facts"><a href="/console/papers/${paperId}/edit">Edit ${paperId}</a></p>
      ${successNotice(addedNotice(added))}
      ${refused.length > 0 && html`<ul class="error" role="alert">${refused.map(({ name, message }) => html`<li><bdi>${name}</bdi>: ${message}</li>`)}</ul>`}
      ${fileDrop({ paperId, files, place: 'files', canChange: true })}
      ${
        files.files.length > 0 &&
        scrollableTable(
          'Files',
          ['Name', 'Size', 'Came with version', 'Added (UTC)', ''],
          files.files.map(fileRow(paperId)),
        )
      }
      <h2>Who gets them</h2>
      ${permissionForm(paperId, files)}`,
  })

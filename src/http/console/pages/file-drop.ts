import { filePath, MAX_FILE_BYTES, maySendFiles, type PaperFile } from '#core/files.ts'
import { byteSize } from '#core/numbers.ts'
import { html, type Html } from '#html.ts'
import { assetUrl } from '#http/pages/layout.ts'
import type { FilesOfPaper } from '#ports/store/files.ts'

/** The page that an upload without script returns to. */
export type UploadPage = 'files' | 'edit' | 'queue'

export const fileDropScript = (): Html => html`<script type="module" src="${assetUrl('console-files.js')}"></script>`

const fileLink = ({ sha256, bytes, name }: PaperFile): Html =>
  html`<li><a href="${filePath(sha256)}" type="application/pdf"><bdi>${name}</bdi></a> <span class="quiet">${byteSize(bytes)}</span></li>`

const accessText = ({ permission, license }: FilesOfPaper): string => {
  const open = maySendFiles(permission, license)
  if (permission !== null)
    return open ? 'An editor has allowed anybody to download them.' : 'An editor has restricted them to editors.'
  return open
    ? 'Anybody may download them: the licence is open.'
    : 'Only editors may download them: the licence is not known to be open.'
}

type DropForm = {
  /** Receives all files at once, without script. */
  action: string
  /** Receives one file after another from the script. */
  uploadPath: string
  label: string
  hint: string
  button: string
  /** What happens to a file after the upload, as the end of a sentence. */
  progressText: string
  more?: Html | false
}

/** A form for choosing or dropping PDFs, with the progress of each. */
export const dropForm = ({ action, uploadPath, label, hint, button, progressText, more = false }: DropForm): Html =>
  html`<form class="drop" method="post" enctype="multipart/form-data" action="${action}" data-files="${uploadPath}" data-doing="${progressText}">
        <div class="field"><label for="file">${label}</label>
        <input id="file" name="file" type="file" accept="application/pdf,.pdf" multiple required aria-describedby="file-hint" />
        <p class="hint" id="file-hint">${hint}</p></div>
        <p class="acts"><button type="submit">${button}</button>${more}</p>
        <ul class="uploads" aria-live="polite"></ul>
      </form>`

type FileDrop = { paperId: string; files: FilesOfPaper; page: UploadPage; canChange: boolean }

/** The files of a paper, with a form to add more. */
export const fileDrop = ({ paperId, files, page, canChange }: FileDrop): Html =>
  html`<section id="files" class="files" aria-labelledby="files-heading">
      <h2 id="files-heading">Files</h2>
      ${files.files.length === 0 ? html`<p class="quiet">The library holds no PDF of this paper.</p>` : html`<ul>${files.files.map(fileLink)}</ul><p class="quiet">${accessText(files)}</p>`}
      ${
        canChange &&
        dropForm({
          action: `/console/papers/${paperId}/files?from=${page}`,
          uploadPath: `/console/papers/${paperId}/files`,
          label: 'Add PDFs',
          hint: `Choose files, or drop them here: up to ${byteSize(MAX_FILE_BYTES)} each.`,
          button: 'Add',
          progressText: 'is being stored',
          more: page !== 'files' && html` <a href="/console/papers/${paperId}/files">Change access or remove</a>`,
        })
      }
    </section>`

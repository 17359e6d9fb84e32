import { byteSize } from '#core/numbers/byte-size.ts'
import { filePath, MAX_FILE_BYTES, maySendFiles, type PaperFile } from '#core/files/held-file.ts'
import { html, type Html } from '#html.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import type { FilesOfPaper } from '#ports/store/files/paper-files.ts'

/** Where the page is that an upload without script returns to. */
export type FileDropPlace = 'files' | 'edit' | 'queue'

export const fileDropScript = (): Html => html`<script type="module" src="${assetUrl('console-files.js')}"></script>`

const fileLink = ({ sha256, bytes, name }: PaperFile): Html =>
  html`<li><a href="${filePath(sha256)}" type="application/pdf"><bdi>${name}</bdi></a> <span class="quiet">${byteSize(bytes)}</span></li>`

const whoGetsThem = ({ permission, license }: FilesOfPaper): string => {
  const open = maySendFiles(permission, license)
  if (permission !== null)
    return open ? 'An editor said that anybody may get them.' : 'An editor said that only editors may get them.'
  return open
    ? 'Anybody may get them: the licence is open.'
    : 'Only editors get them: the licence is not known to be open.'
}

type DropForm = {
  /** Where the form goes with all files at once, without script. */
  action: string
  /** Where the script sends one file after another. */
  sendsTo: string
  label: string
  hint: string
  button: string
  /** What happens to a file that was sent, as the end of a sentence. */
  doing: string
  more?: Html | false
}

/** Where PDFs are chosen or dropped. What becomes of each is told below. */
export const dropForm = ({ action, sendsTo, label, hint, button, doing, more = false }: DropForm): Html =>
  html`<form class="drop" method="post" enctype="multipart/form-data" action="${action}" data-files="${sendsTo}" data-doing="${doing}">
        <div class="field"><label for="file">${label}</label>
        <input id="file" name="file" type="file" accept="application/pdf,.pdf" multiple required aria-describedby="file-hint" />
        <p class="hint" id="file-hint">${hint}</p></div>
        <p class="acts"><button type="submit">${button}</button>${more}</p>
        <ul class="uploads" aria-live="polite"></ul>
      </form>`

type FileDrop = { paperId: string; files: FilesOfPaper; place: FileDropPlace; canChange: boolean }

/** The files of a paper, and where new ones are dropped. */
export const fileDrop = ({ paperId, files, place, canChange }: FileDrop): Html =>
  html`<section id="files" class="files" aria-labelledby="files-heading">
      <h2 id="files-heading">Files</h2>
      ${files.files.length === 0 ? html`<p class="quiet">The library holds no PDF of this paper.</p>` : html`<ul>${files.files.map(fileLink)}</ul><p class="quiet">${whoGetsThem(files)}</p>`}
      ${
        canChange &&
        dropForm({
          action: `/console/papers/${paperId}/files?from=${place}`,
          sendsTo: `/console/papers/${paperId}/files`,
          label: 'Add PDFs',
          hint: `Choose them, or drop them here: up to ${byteSize(MAX_FILE_BYTES)} each.`,
          button: 'Add',
          doing: 'is being stored',
          more: place !== 'files' && html` <a href="/console/papers/${paperId}/files">Who gets them, remove</a>`,
        })
      }
    </section>`

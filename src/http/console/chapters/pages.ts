import type { Editor } from '#core/access/editor.ts'
import { type ChapterRecord, chapterTitle } from '#core/papers/chapter.ts'
import { editedChapters } from '#edited/chapters.ts'
import { html, type Html } from '#html.ts'
import type { EditedView } from '#http/console/edited-form.ts'
import { editedHead, fieldControls } from '#http/console/pages/edited-fields.ts'
import { draftAttributes, formScripts, hiddenInput, scrollableTable } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { renderedText } from '#http/console/pages/parts.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import type { LiveSite } from '#ports/site.ts'

const { fields } = editedChapters

type Site = { site: LiveSite }
const PATH = '/console/chapters'

export const chaptersPage = (
  { site }: Site,
  { editor, chapters }: { editor: Editor; chapters: readonly ChapterRecord[] },
): Html =>
  consolePage({
    title: 'Chapters',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Chapters</h1>
      ${scrollableTable(
        'Chapters',
        ['', 'Name', 'Introduction'],
        chapters.map(
          ({ number, name, introduction }) =>
            html`<tr><td>${number}</td><td><a href="${PATH}/${number}">${name}</a></td><td>${introduction}</td></tr>`,
        ),
      )}`,
  })

type ChapterView = EditedView<ChapterRecord, typeof fields>

/** The form of one chapter with a preview; `markupOf` covers its introduction. */
export const chapterPage = ({ site }: Site, view: ChapterView, markupOf: MarkupOf): Html => {
  const { editor, stored, version, values, isUnsaved } = view
  const path = `${PATH}/${stored.number}`
  const draft = `chapters/${stored.number}`
  return consolePage({
    title: `Chapter ${stored.number}`,
    site,
    editor,
    activePath: PATH,
    head: formScripts(),
    body: html`<h1>${chapterTitle(stored)}</h1>
      <p class="facts"><a href="/chapters/${stored.number}">public page</a></p>
      ${editedHead(fields, view, { drafts: [draft], savedNotice: `Saved as version ${stored.version}.` })}
      <div class="beside">
        <form method="post" action="${path}" data-preview="${path}/preview"${draftAttributes(editor, draft, isUnsaved)}>
          ${hiddenInput('version', version)}
          ${fieldControls(fields, view)}
          <p class="acts"><button type="submit">Save</button>
          <button type="submit" class="plain" formaction="${path}/preview">Preview</button></p>
        </form>
        <section id="preview" data-live aria-label="Preview"><h2>${values.name}</h2>${renderedText(values.introduction, markupOf)}</section>
      </div>`,
  })
}

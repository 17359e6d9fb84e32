import type { ChapterRecord } from '#core/papers/chapter.ts'
import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { html, type Html } from '#html.ts'
import { successNotice, formError } from '#http/console/pages/field.ts'
import {
  discardDraft,
  draftAttributes,
  formScripts,
  hiddenInput,
  textArea,
  textInput,
  scrollableTable,
} from '#http/console/pages/form.ts'
import { renderedText } from '#http/console/pages/rendered-text.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import { consolePage } from '#http/console/pages/frame.ts'

type Site = { houseName: string }
const PATH = '/console/chapters'

export const chaptersPage = (
  { houseName }: Site,
  { editor, chapters }: { editor: Editor; chapters: readonly ChapterRecord[] },
): Html =>
  consolePage({
    title: 'Chapters',
    houseName,
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

export type ChapterView = {
  editor: Editor
  chapter: ChapterRecord
  version: number
  name: string
  introduction: string
  failure: Failure | null
  saved: boolean
  /** Whether the fields hold input that is not stored. */
  isUnsaved: boolean
  /** Of the stored introduction and of the one in the form. */
  markupOf: MarkupOf
}

/** The form of one chapter, with its introduction as readers see it. */
export const chapterPage = ({ houseName }: Site, view: ChapterView): Html => {
  const { editor, chapter, version, name, introduction, failure, saved, isUnsaved, markupOf } = view
  const errors = failure?.details ?? []
  const path = `${PATH}/${chapter.number}`
  return consolePage({
    title: `Chapter ${chapter.number}`,
    houseName,
    editor,
    activePath: PATH,
    head: formScripts(),
    body: html`<h1>Chapter ${chapter.number}: ${chapter.name}</h1>
      <p class="facts"><a href="/chapters/${chapter.number}">public page</a></p>
      ${saved && discardDraft(editor, `chapters/${chapter.number}`)}
      ${successNotice(saved ? `Saved as version ${chapter.version}.` : null)}
      ${formError(failure?.message ?? null)}
      ${
        failure?.code === 'stale' &&
        html`<div class="conflict"><p>The current version: <b>${chapter.name}</b></p>${renderedText(chapter.introduction, markupOf)}</div>`
      }
      <div class="beside">
        <form method="post" action="${path}" data-preview="${path}/preview"${draftAttributes(editor, `chapters/${chapter.number}`, isUnsaved)}>
          ${hiddenInput('version', version)}
          ${textInput({ name: 'name', label: 'Name', value: name, errors })}
          ${textArea({ name: 'introduction', label: 'Introduction', value: introduction, rows: 12, hint: 'Markdown.', errors })}
          <p class="acts"><button type="submit">Save</button>
          <button type="submit" class="plain" formaction="${path}/preview">Preview</button></p>
        </form>
        <section id="preview" data-live aria-label="Preview"><h2>${name}</h2>${renderedText(introduction, markupOf)}</section>
      </div>`,
  })
}

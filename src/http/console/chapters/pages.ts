import type { Editor } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { pluralize } from '#core/numbers.ts'
import {
  type Chapter,
  chapters as numbers,
  type ChapterRecord,
  chapterTitle,
  type NamedChapter,
} from '#core/papers/chapter.ts'
import { editedChapters } from '#edited/chapters.ts'
import { html, type Html } from '#html.ts'
import type { EditedView } from '#http/console/edited-form.ts'
import { editedHead, fieldControls } from '#http/console/pages/edited-fields.ts'
import {
  draftAttributes,
  formError,
  formScripts,
  hiddenInput,
  scrollableTable,
  successNotice,
} from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { renderedText } from '#http/console/pages/parts.ts'
import { previewForms } from '#http/console/pages/preview-forms.ts'
import { presentRecord } from '#schemas/present-record.ts'
import type { LiveSite } from '#ports/site.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'

const { fields } = editedChapters

type Site = { site: LiveSite }
export const PATH = '/console/chapters'

/** Papers that name a chapter; `other`: those that are not public. */
export type ChapterPapers = { public: number; other: number }

export type ChaptersView = {
  editor: Editor
  chapters: readonly (ChapterRecord & { papers: ChapterPapers })[]
  /** Numbers that papers name and the library lacks. */
  lacked: readonly { number: Chapter; papers: ChapterPapers }[]
  /** The name of a chapter that could not be added. */
  name: string
  failure: Failure | null
  saved: boolean
}

const papersText = ({ public: shown, other }: ChapterPapers): string =>
  [pluralize(shown, 'public paper', 'public papers'), ...(other === 0 ? [] : [`${other} not public`])].join(', ')

/** The order in which one chapter has changed places with its neighbour. */
const swapped = (order: readonly number[], index: number): string =>
  order
    .with(index, order[index + 1] ?? 0)
    .with(index + 1, order[index] ?? 0)
    .join(',')

const moveButton = (label: string, text: string, order: string): Html =>
  html`<button class="plain" name="order" value="${order}" aria-label="${label}">${text}</button>`

const orderButtons = (order: readonly number[], index: number, chapter: NamedChapter): Html => {
  const title = chapterTitle(chapter)
  return html`${index > 0 && moveButton(`Move ${title} up`, '↑', swapped(order, index - 1))}
    ${index < order.length - 1 && moveButton(`Move ${title} down`, '↓', swapped(order, index))}`
}

/** The form that moves the papers of a number elsewhere. */
const mergeForm = (number: number, targets: readonly NamedChapter[]): Html =>
  html`<form class="stack" method="post" action="${PATH}/${number}/merge">
      <div class="field"><label for="into-${number}">Where its papers go</label>
      <select id="into-${number}" name="into" required><option value="">choose</option>${targets.map(
        (target) => html`<option value="${target.number}">${chapterTitle(target)}</option>`,
      )}<option value="none">no chapter</option></select></div>
      <button type="submit">Merge</button>
    </form>`

const lackedSection = ({ lacked, chapters }: ChaptersView): Html | false =>
  lacked.length > 0 &&
  html`<h2>Chapters that papers name and the library lacks</h2>
    <p>Such a paper stays in review until its chapter is added, or it gets another one or none.</p>
    ${lacked.map(
      ({ number, papers }) =>
        html`<h3>Chapter ${number}</h3><p>${papersText(papers)}</p>${mergeForm(number, chapters)}`,
    )}`

const addForm = ({ chapters, name }: ChaptersView): Html => {
  const free = numbers.filter((number) => chapters.every((chapter) => chapter.number !== number))
  if (free.length === 0) return html`<p class="hint">A library has at most seven chapters.</p>`
  return html`<form class="stack" method="post" action="${PATH}">
      <h2>Add a chapter</h2>
      <div class="field"><label for="number">Number</label>
      <select id="number" name="number">${free.map((number) => html`<option value="${number}">${number}</option>`)}</select>
      <p class="hint">Papers and addresses name it, so it never changes. The order is free.</p></div>
      <div class="field"><label for="name">Name</label><input id="name" name="name" value="${name}" maxlength="100" required /></div>
      <button type="submit">Add</button>
    </form>`
}

/** All chapters in the order shown, with forms that add, order and merge them. */
export const chaptersPage = ({ site }: Site, view: ChaptersView): Html => {
  const { editor, chapters, failure, saved } = view
  const order = chapters.map(({ number }) => number)
  return consolePage({
    title: 'Chapters',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Chapters</h1>
      ${saved && successNotice('Saved.')}
      ${formError(failure?.message ?? null)}
      ${
        chapters.length === 0
          ? html`<p>The library has no chapters.</p>`
          : html`<form method="post" action="${PATH}/order">${scrollableTable(
              'Chapters',
              ['', 'Name', 'Papers', 'Order', 'Introduction'],
              chapters.map(
                (chapter, index) =>
                  html`<tr><td>${chapter.number}</td><td><a href="${PATH}/${chapter.number}">${chapter.name}</a></td><td>${papersText(chapter.papers)}</td>
                    <td>${orderButtons(order, index, chapter)}</td><td>${chapter.introduction}</td></tr>`,
              ),
            )}</form>`
      }
      ${addForm(view)}
      ${lackedSection(view)}`,
  })
}

export type ChapterView = {
  form: EditedView<ChapterRecord, typeof fields>
  papers: ChapterPapers
  /** The chapters that can get its papers. */
  targets: readonly NamedChapter[]
  /** How many papers have yet to move after a merge that was not finished at once. */
  left: number | null
}

/** Takes a chapter out, and says what becomes of its papers. */
const removal = ({ form: { stored, failure }, papers, targets, left }: ChapterView): Html => {
  const count = papers.public + papers.other
  const { number } = stored
  return html`<details${(left !== null || failure?.code === 'wrong_state') && html` open`}><summary>Take this chapter out</summary>
      ${left !== null && html`<p role="status">${pluralize(left, 'paper has', 'papers have')} yet to move. Merge again to go on.</p>`}
      ${
        count === 0
          ? html`<form method="post" action="${PATH}/${number}/remove"><p>It has no papers.</p><button type="submit">Take it out</button></form>`
          : html`<p>It has ${papersText(papers)}. All of them move, each as a new version, and then the chapter goes.${
              papers.public > 0 && html` <a href="/papers?chapter=${number}">See the public ones</a>`
            }</p>
            ${mergeForm(number, targets)}`
      }
    </details>`
}

/** The form of one chapter with a preview; `markupOf` covers its introduction. */
export const chapterPage = ({ site }: Site, page: ChapterView, markupOf: MarkupOf): Html => {
  const view = page.form
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
        <div class="side">
          ${previewForms({ page: html`<h2>${values.name}</h2>${renderedText(values.introduction, markupOf)}`, json: presentRecord({ kind: 'chapter', id: String(stored.number), content: values }), address: `GET /api/v1/records/chapter/${stored.number}` })}
        </div>
      </div>
      ${removal(page)}`,
  })
}

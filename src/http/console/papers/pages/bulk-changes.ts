import type { Editor } from '#core/access/editor.ts'
import {
  type BulkChange,
  type BulkChangeRecord,
  changesFields,
  describeBulkChange,
  type LeftPaper,
  MAX_BULK_PAPERS,
} from '#core/review/bulk-change.ts'
import type { ValidationError } from '#core/failure.ts'
import { pluralize } from '#core/numbers.ts'
import { chapterLabel, type NamedChapter } from '#core/papers/chapter.ts'
import { fieldName, type LibraryWords, showsField } from '#core/papers/library-words.ts'
import type { Verdict } from '#core/review/submission.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import { UNDO_SECONDS } from '#core/review/undo.ts'
import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import { chapterOptions } from '#http/console/pages/chapter-options.ts'
import { formError, hiddenInput, scrollableTable, textArea } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { actionButton, dateTime, factList } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'
import type { PaperSummary } from '#ports/store/papers.ts'
import type { BulkPreview } from '#queries/bulk-changes.ts'
import { paperListFormats } from '#schemas/paper-list-formats.ts'
import { changePairs, papersText, type Place } from '#http/console/papers/bulk-input.ts'

const PATH = '/console/bulk-changes'
export const PREVIEW = `${PATH}/preview`
export const EXPORT = '/console/export-papers'

type Site = { site: LiveSite }

type Decisions = readonly (readonly [value: Verdict | 'retract', label: string])[]

/** What can be decided on papers in the queue, and on papers in any state. */
export const reviewDecisions: Decisions = [
  ['accept', 'accept'],
  ['ask', 'request changes'],
  ['reject', 'reject'],
]
const allDecisions: Decisions = [...reviewDecisions, ['retract', 'retract']]

/** Completes the names of concepts while they are typed. */
export const conceptScript = (): Html => html`<script type="module" src="${assetUrl('console-concepts.js')}"></script>`

/** What editors can do with the papers that they selected in a list; needs `conceptScript`. Enter in the concept adds it. */
export const bulkControls = (
  words: LibraryWords,
  chapters: readonly NamedChapter[],
  decisions: Decisions = allDecisions,
): Html =>
  html`<div class="list-controls">
      ${
        showsField('concepts', words) &&
        html`<div><label for="bulk-concept">${fieldName('concepts', words)}</label> <input id="bulk-concept" name="concept" maxlength="200" autocomplete="off" aria-keyshortcuts="c" data-completes="concept" />
        <button class="plain" type="submit" name="change" value="add-concept">Add</button>
        <button class="plain" type="submit" name="change" value="remove-concept">Remove</button></div>`
      }
      ${
        chapters.length > 0 &&
        html`<div><label>Chapter <select name="chapter"><option value="">none</option>${chapterOptions(
          chapters,
          '',
        ).map(({ value, label }) => html`<option value="${value}">${label}</option>`)}</select></label>
        <button class="plain" type="submit" name="change" value="set-chapter">Set</button></div>`
      }
      <div><label>Decision <select name="event">${decisions.map(([value, label]) => html`<option value="${value}">${label}</option>`)}</select></label>
        <button class="plain" type="submit" name="change" value="decide">Decide</button></div>
      <div><label>Format <select name="format">${paperListFormats.map(({ ending, name }) => html`<option value="${ending}">${name}</option>`)}</select></label>
        <button class="plain" type="submit" formaction="${EXPORT}">Download</button></div>
    </div>
    <p class="quiet">A preview comes first. <a href="${PATH}">Changes of many papers</a></p>`

/** Rows of a preview; of the others only the number is shown. */
const SHOWN = 100

const paperLink = (id: string): Html => html`<a href="/console/papers/${id}/edit">${id}</a>`

const presentValue = (
  { paper, state }: PaperSummary,
  change: BulkChange,
  chapters: readonly NamedChapter[],
): Renderable => {
  if (change.kind === 'set-chapter') return paper.chapter === null ? 'none' : chapterLabel(chapters, paper.chapter)
  return changesFields(change) ? paper.concepts.join('; ') : state.replace('_', ' ')
}

const valueHeading = (change: BulkChange, words: LibraryWords): string => {
  if (change.kind === 'set-chapter') return 'Chapter now'
  return changesFields(change) ? `${fieldName('concepts', words)} now` : 'State now'
}

const more = (count: number): Html | false => count > SHOWN && html`<p class="quiet">The first ${SHOWN} are shown.</p>`

const leftTable = (label: string, left: readonly (LeftPaper & { title?: string | null })[]): Html =>
  html`${scrollableTable(
    label,
    ['Id', 'Why'],
    left
      .slice(0, SHOWN)
      .map(
        ({ id, title = null, because }) =>
          html`<tr><td>${paperLink(id)}</td><td>${title !== null && html`<span dir="auto">${withFormulas(title)}</span>: `}${because}</td></tr>`,
      ),
  )}
      ${more(left.length)}`

const consequence = (change: BulkChange): string => {
  if (changesFields(change))
    return `Each becomes a new version. You can undo it for ${RETENTION_DAYS.bulkChange} days, for papers that nothing else has changed by then.`
  if (change.kind === 'retract') return 'They leave the library at once, with this reason. This cannot be undone.'
  return `It takes effect after ${UNDO_SECONDS} seconds; until then you can undo it. Submitters with an address get an email.`
}

export type PreviewView = BulkPreview & {
  editor: Editor
  words: LibraryWords
  chapters: readonly NamedChapter[]
  change: BulkChange
  note: string
  /** Whether more papers match than can be changed at a time. */
  isCut: boolean
  place: Place
  back: string
  error: string | null
  errors: readonly ValidationError[]
}

const noteField = ({ change, note, errors }: PreviewView): Html | false =>
  !changesFields(change) &&
  textArea({
    name: 'note',
    label:
      change.kind === 'retract'
        ? 'Reason'
        : change.kind === 'accept'
          ? 'Note to the submitters (optional)'
          : 'Note to the submitters',
    value: note,
    rows: 3,
    errors: errors.map(({ path, message }) => ({ path: path === 'reason' ? 'note' : path, message })),
  })

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** What a change would do to the selected papers, before it is made. */
export const previewPage = ({ site }: Site, view: PreviewView): Html => {
  const { editor, words, chapters, change, changing, left, isCut, place, back, error } = view
  const papers = pluralize(changing.length, 'paper', 'papers')
  const does = sentence(describeBulkChange(change, chapters))
  return consolePage({
    title: 'Change many papers',
    site,
    editor,
    activePath: '/console/papers',
    body: html`<h1>${does}: ${papers}?</h1>
      ${isCut && html`<p>More papers match. These are the first ${MAX_BULK_PAPERS}, which is the most at a time.</p>`}
      ${formError(error)}
      <form class="stack" method="post" action="${PATH}">
        ${changePairs(change).map(([name, value]) => hiddenInput(name, value))}
        ${hiddenInput('papers', papersText(changing.map(({ paper: { id }, version }) => ({ id, version }))))}
        ${hiddenInput('list', place.list)}${hiddenInput('where', place.where)}
        ${changing.length > 0 && noteField(view)}
        ${
          changing.length > 0
            ? html`<p>${consequence(change)}</p>
        <button type="submit"${changesFields(change) && html` autofocus`}>${does}: ${papers}</button>`
            : html`<p class="lead">There is nothing to change.</p>`
        }
        <a class="button plain" href="${back}">Back</a>
      </form>
      ${
        changing.length > 0 &&
        html`<h2>${sentence(pluralize(changing.length, 'paper changes', 'papers change'))}</h2>
      ${scrollableTable(
        'Papers that change',
        ['Id', 'Title', valueHeading(change, words)],
        changing
          .slice(0, SHOWN)
          .map(
            (one) =>
              html`<tr><td>${paperLink(one.paper.id)}</td><td dir="auto">${withFormulas(one.paper.title)}</td><td>${presentValue(one, change, chapters)}</td></tr>`,
          ),
      )}${more(changing.length)}`
      }
      ${
        left.length > 0 &&
        html`<h2>${pluralize(left.length, 'paper stays as it is', 'papers stay as they are')}</h2>
      ${leftTable('Papers that stay as they are', left)}`
      }`,
  })
}

/** Whether there is something that can be undone; of decisions only for a while. */
const mayUndo = ({ change, changed }: BulkChangeRecord): boolean => changed.length > 0 && change.kind !== 'retract'

const undoButton = ({ id }: BulkChangeRecord): Html =>
  actionButton({ path: `${PATH}/${id}/undo`, label: 'Undo', style: 'plain' })

const resultText = ({ changed, left, undone, kept }: BulkChangeRecord): string => {
  const parts = [
    `${pluralize(changed.length + undone.length + kept.length, 'paper', 'papers')} changed`,
    ...(left.length === 0 ? [] : [`${left.length} left as they were`]),
    ...(undone.length === 0 ? [] : [`${undone.length} undone`]),
    ...(kept.length === 0 ? [] : [`${kept.length} not undone`]),
  ]
  return `${parts.join(', ')}.`
}

/** Above a list, after a change made from it. */
export const changedNotice = (record: BulkChangeRecord | null, chapters: readonly NamedChapter[]): Html | false =>
  record !== null &&
  html`<div class="done list-done" role="status"><p>${sentence(describeBulkChange(record.change, chapters))}: ${resultText(record)} <a href="${PATH}/${record.id}">Details</a></p>${mayUndo(record) && undoButton(record)}</div>`

type RecordView = {
  editor: Editor
  record: BulkChangeRecord
  chapters: readonly NamedChapter[]
  nameOf: (actor: string) => string
}

const idList = (ids: readonly string[]): Html =>
  html`<p>${ids.map((id, index) => html`${index > 0 && ', '}${paperLink(id)}`)}</p>`

/** A change of many papers: what became of each, and the way back. */
export const bulkChangePage = ({ site }: Site, { editor, record, chapters, nameOf }: RecordView): Html => {
  const { change, changed, left, undone, kept, actor, at, undoneBy, undoneAt } = record
  const does = sentence(describeBulkChange(change, chapters))
  return consolePage({
    title: does,
    site,
    editor,
    activePath: '/console/papers',
    body: html`<h1>${does}</h1>
      <p role="status">${resultText(record)}</p>
      ${factList([
        ['By', nameOf(actor)],
        ['At (UTC)', dateTime(at)],
        ...(changesFields(change) || change.note === null ? [] : [['Note', change.note] as const]),
        ...(undoneBy === null || undoneAt === null
          ? []
          : [['Undone by', nameOf(undoneBy)] as const, ['Undone at (UTC)', dateTime(undoneAt)] as const]),
      ])}
      ${mayUndo(record) && html`<div class="actions">${undoButton(record)}</div>`}
      ${changed.length > 0 && html`<h2>Changed</h2>${idList(changed.map(({ id }) => id))}`}
      ${left.length > 0 && html`<h2>Left as they were</h2>${leftTable('Left as they were', left)}`}
      ${undone.length > 0 && html`<h2>Undone</h2>${idList(undone)}`}
      ${kept.length > 0 && html`<h2>Not undone</h2>${leftTable('Not undone', kept)}`}
      <p><a href="${PATH}">All changes of many papers</a> · <a href="/console/papers">Papers</a></p>`,
  })
}

type RecordsView = Omit<RecordView, 'record'> & { records: readonly BulkChangeRecord[] }

/** The latest changes of many papers. */
export const bulkChangesPage = ({ site }: Site, { editor, records, chapters, nameOf }: RecordsView): Html =>
  consolePage({
    title: 'Changes of many papers',
    site,
    editor,
    activePath: '/console/papers',
    body: html`<h1>Changes of many papers</h1>
      <p class="quiet">Made from a list of papers in the last ${RETENTION_DAYS.bulkChange} days, newest first. Times are UTC.</p>
      ${
        records.length === 0
          ? html`<p>There are none.</p>`
          : scrollableTable(
              'Changes of many papers',
              ['When', 'Who', 'Change', 'Result'],
              records.map(
                (record) =>
                  html`<tr><td>${dateTime(record.at)}</td><td>${nameOf(record.actor)}</td><td><a href="${PATH}/${record.id}">${sentence(describeBulkChange(record.change, chapters))}</a></td><td>${resultText(record)}</td></tr>`,
              ),
            )
      }
      <p><a href="/console/papers">Papers</a></p>`,
  })

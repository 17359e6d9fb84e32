import { withoutMarks } from '#core/text/evidence-marks.ts'
import type { Editor } from '#core/access/editor.ts'
import type { PublicProvenance } from '#core/assessment/provenance.ts'
import type { ValidationError } from '#core/failure.ts'
import {
  type BibliographicTextName,
  bibliographicTextNames,
  bibliographicTexts,
  bibliographyFields as publicationFieldNames,
  publicationKinds,
} from '#core/papers/bibliography.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import type { FieldChange } from '#core/papers/paper-diff.ts'
import { fieldName, isOn, type LibraryWords, showsField } from '#core/papers/library-words.ts'
import type { PaperField } from '#core/papers/paper-fields.ts'
import { scoreKinds, valueOf } from '#core/papers/shown-scores.ts'
import { contractName } from '#schemas/contract-names.ts'
import { type PaperWithText, researchTypes } from '#core/papers/paper.ts'
import { toUnit } from '#core/papers/score.ts'
import { abstractName, textKindNames, textName } from '#core/papers/text-kinds.ts'
import type { Submission } from '#core/review/submission.ts'
import type { UnsureField } from '#core/review/unsure-fields.ts'
import { html, type Html, plainParagraphs, withFormulas } from '#html.ts'
import { chapterOptions } from '#http/console/pages/chapter-options.ts'
import { fieldDifference } from '#http/console/pages/difference.ts'
import { fileDrop, fileDropScript } from '#http/console/pages/file-drop.ts'
import { fieldKeys } from '#http/console/pages/field-keys.ts'
import { foldedAuthors } from '#http/console/pages/folds.ts'
import {
  discardDraft,
  draftAttributes,
  formError,
  formScripts,
  hiddenInput,
  otherErrors,
  pickScript,
  selectInput,
  successNotice,
  textArea,
  textInput,
} from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { dateTime, renderedText } from '#http/console/pages/parts.ts'
import { previewForms } from '#http/console/pages/preview-forms.ts'
import { presentAgentPaper } from '#schemas/agent-paper.ts'
import { provenanceSection, type ShownProvenance } from '#http/console/pages/provenance.ts'
import { paperFieldNames, type PaperFormValues } from '#http/console/papers/input.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { safeUrl } from '#http/pages/safe-url.ts'
import type { FilesOfPaper } from '#ports/store/files.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import type { LiveSite } from '#ports/site.ts'

const none = { value: '', label: 'none' }
const typeOptions = [none, ...researchTypes.map((type) => ({ value: type, label: type.replaceAll('_', ' ') }))]

const kindOptions = [none, ...publicationKinds.map((kind) => ({ value: kind, label: kind.replaceAll('-', ' ') }))]

const writerOptions = [
  { value: 'authors', label: 'the authors: an abstract' },
  { value: 'editors', label: 'the editors: a summary' },
]
const textKindOptions = [
  { value: 'text', label: 'the text of the paper' },
  { value: 'note', label: 'a note by the editors' },
]

type Labelled = (name: string, label: string, hint?: string) => Parameters<typeof textInput>[0]

/** The kinds of texts stand beside the texts. */
const collapsedNames = publicationFieldNames.filter((name) => !textKindNames.some((kind) => kind === name))

/** Short enough to stand side by side. */
const shortTexts: readonly BibliographicTextName[] = ['volume', 'issue', 'pages']

/** The fields that citations need; collapsed if they are empty and valid. */
const publicationSection = (of: Labelled, isOpen: boolean): Html => {
  const inputs = (names: readonly BibliographicTextName[]): Html[] =>
    names.map((name) => {
      const { label, ...text } = bibliographicTexts[name]
      return textInput(of(name, label, 'description' in text ? text.description : undefined))
    })
  return html`<details${isOpen && html` open`}><summary>Publication</summary>
    <div class="row">
      ${selectInput({ ...of('kind', 'Kind'), options: kindOptions })}
      ${textInput(of('date', 'Date', 'Such as 2024-05-17 or 2024-05.'))}
      ${textInput(of('doi', 'DOI'))}
      ${textInput(of('arxivId', 'arXiv id'))}
    </div>
    ${inputs(bibliographicTextNames.filter((name) => !shortTexts.includes(name)))}
    <div class="row">${inputs(shortTexts)}</div>
    ${textArea({ ...of('authorNames', 'Names for sorting', 'One per line: Ada Lovelace = Lovelace, Ada'), rows: 3 })}
    ${textArea({ ...of('authorDetails', 'ORCID iDs and affiliations', 'One author per line: Ada Lovelace = 0000-0002-1825-0097 | University of London'), rows: 3 })}
    <div class="row">
      ${textInput({ ...of('openAccess.url', 'Open access at', 'Where it can be read for free.'), inputmode: 'url' })}
      ${textInput(of('openAccess.source', 'Open access according to', 'Such as OpenAlex.'))}
    </div>
    </details>`
}

/** The fields of the form; those that the library does not show keep their values unseen. */
const paperFormFields = ({ values, errors, words, chapters }: RenderedView): Html => {
  const places = chapterOptions(chapters, values.chapter ?? '')
  const of: Labelled = (name, label, hint) => ({
    name,
    label,
    value: values[name] ?? '',
    errors,
    ...(hint === undefined ? {} : { hint }),
  })
  const isOpen = collapsedNames.some(
    (name) => (values[name] ?? '') !== '' || errors.some(({ path }) => path.split('.')[0] === name),
  )
  const shown = (field: PaperField, input: (label: string) => Html): Html =>
    showsField(field, words)
      ? input(fieldName(field, words))
      : hiddenInput(contractName(field), values[contractName(field)] ?? '')
  return html`${otherErrors(errors, paperFieldNames)}
    ${textInput(of('title', 'Title'))}
    ${textArea({ ...of('authors', 'Authors', 'One per line, in the order of the paper.'), rows: 4 })}
    <div class="row">
      ${textInput({ ...of('year', 'Year'), inputmode: 'numeric' })}
      ${places.length > 0 && selectInput({ ...of('chapter', 'Chapter'), options: [none, ...places] })}
      ${shown('type', (label) => selectInput({ ...of('type', label), key: fieldKeys.type, options: typeOptions }))}
      ${scoreKinds.map((kind) => shown(kind, (label) => textInput({ ...of(contractName(kind), label, '0 to 1'), key: fieldKeys[kind], inputmode: 'decimal' })))}
    </div>
    ${textInput(of('institution', 'Institution'))}
    ${textInput({ ...of('url', 'Address of the paper'), inputmode: 'url' })}
    ${textInput({ ...of('storageUrl', 'Address of the PDF'), inputmode: 'url' })}
    ${publicationSection(of, isOpen)}
    ${textArea({ ...of('abstract', 'Abstract'), rows: 8 })}
    ${selectInput({ ...of('abstractBy', 'Written by'), options: writerOptions })}
    ${textArea({ ...of('houseCommentary', 'Commentary'), key: fieldKeys.commentary, rows: 5, isMarkdown: true })}
    ${shown('concepts', (label) => textArea({ ...of('concepts', label, 'One per line.'), key: fieldKeys.concepts, rows: 4, adds: 'Add by a few letters' }))}
    ${textArea({ ...of('topics', 'Topics', 'One per line.'), rows: 3 })}
    ${shown('frameworks', (label) => textArea({ ...of('frameworkMappings', label, 'One per line.'), key: fieldKeys.frameworks, rows: 3 }))}
    <details${(values.fullText ?? '') !== '' && html` open`}><summary>Full text</summary>
    ${textArea({ ...of('fullText', 'Full text'), rows: 12 })}
    ${selectInput({ ...of('fullTextKind', 'This is'), options: textKindOptions })}
    </details>`
}

const link = (label: string, url: string | null): Html | false => {
  const safe = url === null ? null : safeUrl(url)
  return safe !== null && html`<li><a href="${safe}" rel="noopener noreferrer nofollow">${label}</a></li>`
}

const tagList = (label: string, names: readonly string[]): Html | false =>
  names.length > 0 &&
  html`<h3>${label}</h3><ul class="tags">${names.map((name) => html`<li class="tag">${name}</li>`)}</ul>`

const score = (label: string, value: number | null): string => (value === null ? '' : ` · ${label} ${toUnit(value)}`)

/** The paper as its public page would show it. */
const paperPreview = (paper: PaperWithText, markupOf: MarkupOf, words: LibraryWords): Html =>
  html`<article class="proof">
      <h2 dir="auto">${withFormulas(paper.title)}</h2>
      ${foldedAuthors(paper.authors)}
      <p class="facts">${paper.year}${paper.institution !== null && ` · ${paper.institution}`}${
        paper.chapter !== null && ` · chapter ${paper.chapter}`
      }${paper.type !== null && isOn('types', words) && ` · ${paper.type.replaceAll('_', ' ')}`}${words.scores.map((one) => score(one.name, valueOf(one, paper)))}</p>
      <ul class="facts">${link('Paper', paper.url)}${link('PDF', paper.storageUrl)}</ul>
      ${paper.abstract !== null && html`<h3>${abstractName(paper)}</h3>${plainParagraphs(paper.abstract)}`}
      ${paper.commentary !== null && html`<div class="apart"><h3>Commentary</h3>${renderedText(paper.commentary, markupOf)}</div>`}
      ${isOn('concepts', words) && tagList(fieldName('concepts', words), paper.concepts)}
      ${tagList('Topics', paper.topics)}
      ${isOn('frameworks', words) && tagList(fieldName('frameworks', words), paper.frameworks)}
      ${paper.fullText !== null && html`<p class="quiet">${textName(paper)}: ${paper.fullText.length} characters.</p>`}
    </article>`

export type Conflict = {
  /** Who changed the paper in the meantime, and when. */
  changedBy: string
  changedAt: string
  /** Their changes and this editor's, both since the version that the form started from. */
  theirs: readonly FieldChange[]
  ours: readonly FieldChange[]
}

const cell = (change: FieldChange | undefined): Html =>
  change === undefined ? html`<td class="quiet">unchanged</td>` : html`<td>${fieldDifference(change)}</td>`

const row = (field: PaperField, { theirs, ours }: Conflict, words: LibraryWords): Html => {
  const their = theirs.find((change) => change.field === field)
  const our = ours.find((change) => change.field === field)
  const both = their !== undefined && our !== undefined
  return html`<tr${both && html` class="clash"`}>
      <th scope="row">${fieldName(field, words)}</th>${cell(their)}${cell(our)}
      <td>${both ? 'yours; change it below if theirs is correct' : their === undefined ? 'yours' : 'theirs'}</td>
    </tr>`
}

/** The changes of both editors side by side, and which of them the form contains. */
export const conflictNote = (conflict: Conflict, words: LibraryWords): Html => {
  const { changedBy, changedAt, theirs, ours } = conflict
  const fields = [...new Set([...theirs, ...ours].map(({ field }) => field))]
  return html`<section class="conflict" aria-label="Both changes">
      <p>${changedBy} changed this paper at ${dateTime(changedAt)} UTC, after you opened it. Nothing is lost: the form below contains both sets of changes. They are stored only when you save again.</p>
      <div class="wide-table" tabindex="0" role="region" aria-label="Field by field"><table>
        <thead><tr><th scope="col">Field</th><th scope="col">${changedBy}</th><th scope="col">You</th><th scope="col">In the form</th></tr></thead>
        <tbody>${fields.map((field) => row(field, conflict, words))}</tbody>
      </table></div>
    </section>`
}

export type Site = { site: LiveSite }

export type EditView = {
  editor: Editor
  stored: PaperWithText
  submission: Submission
  /** The version that the form is based on. */
  version: number
  values: PaperFormValues
  errors: readonly ValidationError[]
  /** The paper as it would be stored; null while there are errors. */
  preview: PaperWithText | null
  error: string | null
  saved: boolean
  /** Whether the fields hold input that is not stored. */
  isUnsaved: boolean
}

/** The paper as agents read it. */
const asRead = (paper: PaperWithText): PaperWithText => ({
  ...paper,
  commentary: paper.commentary === null ? null : withoutMarks(paper.commentary),
})

/** `markupOf` covers the commentary of the preview. */
type RenderedView = EditView & {
  markupOf: MarkupOf
  files: FilesOfPaper
  unsure: readonly UnsureField[]
  provenance: ShownProvenance
  publicProvenance: PublicProvenance
  words: LibraryWords
  chapters: readonly NamedChapter[]
}

const submissionFacts = ({ id, state, version, updatedAt }: Submission): Html =>
  html`<p class="facts">${id} · ${state.replace('_', ' ')} · version ${version} · ${dateTime(updatedAt)} UTC ·
      <a href="/console/papers/${id}/versions">versions</a>${
        state === 'accepted' && html` · <a href="/papers/${id}">public page</a>`
      }</p>`

const mergeForm = (id: string): Html =>
  html`<details><summary>Merge into another paper</summary>
      <form class="stack" method="post" action="/console/papers/${id}/merge">
        <p>Use this for a duplicate. Its URL then redirects to the other paper, and its id is never used again.</p>
        ${textInput({ name: 'into', label: 'The paper to keep', value: '', hint: 'Its id, such as p12.', errors: [], picks: 'papers' })}
        ${textArea({ name: 'note', label: 'Note to the submitter (optional)', value: '', rows: 2, errors: [] })}
        <p class="acts"><button type="submit" formmethod="get">Show both</button>
        <button type="submit" class="plain">Merge</button></p>
      </form>
    </details>`

const retractForm = (id: string): Html =>
  html`<details><summary>Retract</summary>
      <form class="stack" method="post" action="/console/papers/${id}/retract">
        <p>The paper is removed from the library for good. Its URL shows when and why it was retracted.</p>
        ${textArea({ name: 'reason', label: 'Reason (public)', value: '', rows: 2, errors: [] })}
        <button type="submit">Retract</button>
      </form>
    </details>`

const previewSection = ({ preview, errors, markupOf, words }: RenderedView): Html =>
  preview === null
    ? html`<p class="error">${errors.length === 1 ? 'One field needs correction.' : `${errors.length} fields need correction.`}</p>`
    : paperPreview(preview, markupOf, words)

/** Boxes for fields that may have been read wrongly, and that the editor finds right as they are. */
const confirmation = ({ unsure, words }: RenderedView): Html =>
  html`<fieldset class="choices"><legend>Read from a PDF, compared with it and right as below</legend>
      ${unsure.map((field) => html`<label><input type="checkbox" name="confirmed" value="${field}" /> ${fieldName(field, words)}</label> `)}
    </fieldset>`

/** The form of a paper with its preview and its errors. */
export const editPage = ({ site }: Site, view: RenderedView, notice: Html | false = false): Html => {
  const { editor, submission, version, error, saved, isUnsaved, unsure } = view
  const { id, state } = submission
  const path = `/console/papers/${id}`
  return consolePage({
    title: `Edit ${id}`,
    site,
    editor,
    activePath: '/console/papers',
    head: html`${formScripts()}${fileDropScript()}<script type="module" src="${assetUrl('console-concepts.js')}"></script>${pickScript()}`,
    body: html`<h1>Edit ${id}</h1>
      ${submissionFacts(submission)}
      ${saved && discardDraft(editor, `papers/${id}`)}
      ${successNotice(saved ? `Saved as version ${submission.version}.` : null)}
      ${formError(error)}
      ${notice}
      <div class="beside">
        <form method="post" action="${path}" data-preview="${path}/preview"${draftAttributes(editor, `papers/${id}`, isUnsaved)}>
          ${hiddenInput('version', version)}
          ${unsure.length > 0 && confirmation(view)}
          ${paperFormFields(view)}
          <p class="acts"><button type="submit">Save</button>
          <button type="submit" class="plain" formaction="${path}/preview">Preview</button></p>
        </form>
        <div class="side">
          ${previewForms({ page: previewSection(view), json: view.preview === null ? null : presentAgentPaper(asRead(view.preview), false, view.publicProvenance), address: `GET /api/v1/papers/${id}` })}
        </div>
      </div>
      ${provenanceSection(view.provenance, view.words)}
      ${fileDrop({ paperId: id, files: view.files, page: 'edit', canChange: true })}
      ${state === 'accepted' && html`<div class="grave">${mergeForm(id)}${retractForm(id)}</div>`}`,
  })
}

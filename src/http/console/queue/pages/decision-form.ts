import type { Editor } from '#core/access/editor.ts'
import { fieldName, type LibraryWords, showsField } from '#core/papers/library-words.ts'
import { scoreKinds } from '#core/papers/shown-scores.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import {
  assessedFieldNames,
  type AssessedFields,
  describeReason,
  LIKELY_CONFIDENCE,
  type Neighbour,
} from '#core/assessment/suggestion.ts'
import { chapterOptions } from '#http/console/pages/chapter-options.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { toUnit } from '#core/papers/score.ts'
import type { ReplyTemplate } from '#core/review/reply-template.ts'
import { MAX_NOTE_LENGTH, type Verdict, verdicts } from '#core/review/submission.ts'
import { document, html, type Html } from '#html.ts'
import { evidenceNotice } from '#http/console/evidence/pages.ts'
import { fieldKeys } from '#http/console/pages/field-keys.ts'
import { draftWithPage, formError, hiddenInput } from '#http/console/pages/form.ts'
import { dateTime, isolated, renderedText } from '#http/console/pages/parts.ts'
import { previewForms } from '#http/console/pages/preview-forms.ts'
import {
  type AssessmentField,
  type AssessmentForm,
  type AssessmentFormValues,
  type Chip,
  type ConceptOption,
  formOf,
  isListField,
  type NamedDraft,
  type OpenAssessment,
  TAKE_ALL,
  takeValue,
} from '#http/console/queue/assessment-form.ts'
import type { AssessmentPreview } from '#http/console/queue/assessment-preview.ts'
import { queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import { verdictLabels } from './parts.ts'

/** Drafts by agents, with the passages that support them. Taking one over only fills the form. */

const quotes = ({ passages }: NamedDraft, field: keyof AssessedFields, value: string | null): Html[] =>
  passages
    .filter((one) => one.field === field && one.value === value)
    .map(({ quote }) => html`<blockquote class="hint">${isolated(quote)}</blockquote>`)

const valueText = (field: keyof AssessedFields, value: string | number): string =>
  field === 'longHorizon' || field === 'enterprise'
    ? String(toUnit(Number(value)))
    : field === 'type'
      ? String(value).replaceAll('_', ' ')
      : String(value)

const draftEntry = (draft: NamedDraft, field: keyof AssessedFields, words: LibraryWords): Html | false => {
  const value = draft.fields[field]
  if (value === undefined || value === null || !showsField(field, words)) return false
  const shown = Array.isArray(value)
    ? value.map((one) => html`<li>${isolated(one)}${quotes(draft, field, one)}</li>`)
    : html`<li>${isolated(valueText(field, value))}${quotes(draft, field, null)}</li>`
  return html`<dt>${fieldName(field, words)}</dt><dd><ul>${shown}</ul></dd>`
}

type DraftsView = {
  id: string
  version: number
  selection: QueueSelection
  drafts: readonly NamedDraft[]
  words: LibraryWords
}

/** One draft; the key `d` takes over the first one that has not been taken over. */
const draftDetails = (draft: NamedDraft, { id, version, selection, words }: DraftsView, hasKey: boolean): Html =>
  html`<details class="draft"${!draft.isTaken && html` open`}>
      <summary>Draft by ${isolated(draft.name)} <span class="quiet">${dateTime(draft.at)}${
        draft.version !== version && html`, of version ${draft.version}`
      }${draft.isTaken && html`, taken over`}</span></summary>
      ${
        !draft.isTaken &&
        html`<p><a class="button plain" href="/console/queue/${id}${queueSearchParams(selection, { draft: draft.author })}" data-swap${
          hasKey && html` data-key="d"`
        }>Take over${hasKey && html` <kbd>d</kbd>`}</a></p>`
      }
      <dl>${assessedFieldNames.map((field) => draftEntry(draft, field, words))}</dl>
    </details>`

const draftList = (view: DraftsView): Html[] => {
  const next = view.drafts.find(({ isTaken }) => !isTaken)
  return view.drafts.map((draft) => draftDetails(draft, view, draft === next))
}

/** The fields of the assessment, each with its key and the suggestions for it. A suggestion fills no field until it is taken. */

type Labelled = { name: keyof AssessmentForm; label: string; key: string }

const TITLE_LENGTH = 90

const neighbour = ({ id, title }: Neighbour): Html => {
  const plain = plainMathematics(title)
  return html`${isolated(`“${plain.length > TITLE_LENGTH ? `${plain.slice(0, TITLE_LENGTH).trimEnd()}…` : plain}”`)} (${id})`
}

const listed = (parts: readonly Html[]): Html => html`${parts.map((part, index) => html`${index > 0 && ', '}${part}`)}`

const reasonText = ({ kind, reasons }: Chip): Html =>
  html`${reasons.map(
    (reason, index) =>
      html`${index > 0 && '; '}${
        'like' in reason ? html`like ${listed(reason.like.map(neighbour))}` : isolated(describeReason(kind, reason))
      }`,
  )}`

/** Where the form is sent to when a suggestion is taken without scripts. */
type TakeAddress = { takeAddress: string }

const takeButton = (value: string, { takeAddress }: TakeAddress): Html =>
  html`type="submit" name="take" value="${value}" formaction="${takeAddress}" formnovalidate`

const isChosen = ({ name }: Labelled, { value }: AssessmentField, chip: Chip): boolean =>
  isListField(name) ? value.split(';').some((one) => one.trim() === chip.value) : value === chip.value

const chipItem = (labelled: Labelled, field: AssessmentField, { chip, to }: { chip: Chip; to: TakeAddress }): Html =>
  html`<li><button class="chip" ${takeButton(takeValue(labelled.name, chip.value), to)} data-chip="${chip.value}" aria-pressed="${String(isChosen(labelled, field, chip))}">${isolated(chip.label)} · ${chip.confidence} %</button>
        <span class="hint">${reasonText(chip)}</span></li>`

const labelledField = (
  labelled: Labelled,
  field: AssessmentField,
  { control, to }: { control: Html; to: TakeAddress },
) => {
  const { name, label, key } = labelled
  return html`<div class="field">
      <label for="${name}">${label} <kbd aria-hidden="true">${key}</kbd></label>
      ${control}
      ${
        field.chips.length > 0 &&
        html`<ul class="chips" id="${name}-chips" aria-label="Suggestions">${field.chips.map((chip) => chipItem(labelled, field, { chip, to }))}</ul>`
      }
    </div>`
}

const describedBy = ({ name }: Labelled, { chips }: AssessmentField): Html | false =>
  chips.length > 0 && html` aria-describedby="${name}-chips take-keys"`

/** Suggested values come first, so that one key steps through them. */
const selectField = (
  labelled: Labelled,
  field: AssessmentField,
  { all, to }: { all: readonly { value: string; label: string }[]; to: TakeAddress },
): Html => {
  const suggested = field.chips.map(({ value }) => value)
  const others = all.filter(({ value }) => !suggested.includes(value))
  const first = suggested.flatMap((value) => all.filter((one) => one.value === value))
  const options = [...first, ...others, { value: '', label: 'none' }]
  const control = html`<select id="${labelled.name}" name="${labelled.name}"${describedBy(labelled, field)}>${options.map(
    ({ value, label }) => html`<option value="${value}"${value === field.value && html` selected`}>${label}</option>`,
  )}</select>`
  return labelledField(labelled, field, { control, to })
}

const textField = (labelled: Labelled, field: AssessmentField, to: TakeAddress): Html => {
  const { name, key } = labelled
  const control = html`<input id="${name}" name="${name}" value="${field.value}" autocomplete="off" data-focus="${key}"${
    isListField(name) ? html` data-list` : html` inputmode="decimal" data-score`
  }${describedBy(labelled, field)} />`
  return labelledField(labelled, field, { control, to })
}

const conceptItem = ({ name, isTicked, isNew, chip }: ConceptOption): Html =>
  html`<li><label><input type="checkbox" name="concepts" value="${name}"${isTicked && html` checked`}${
    !isNew && (chip?.confidence ?? 0) >= LIKELY_CONFIDENCE && html` data-likely`
  } />
      <span>${isolated(name)}${isNew ? html` <em>new</em>` : chip !== null && html` <span class="quiet">· ${chip.confidence} %</span>`}${
        chip !== null &&
        html` <span class="hint">${isolated(chip.reasons.map((reason) => describeReason(chip.kind, reason)).join('; '))}</span>`
      }</span></label></li>`

/** The titles of the papers that suggested concepts are learned from; many concepts share them. */
const conceptNeighbours = (concepts: readonly ConceptOption[]): Html | false => {
  const all = concepts.flatMap(({ chip }) => (chip?.reasons ?? []).flatMap((one) => ('like' in one ? one.like : [])))
  const unique = [...new Map(all.map((one) => [one.id, one])).values()]
  return unique.length > 0 && html`<p class="hint">${listed(unique.map(neighbour))}</p>`
}

const conceptField = ({ concepts, moreConcepts }: AssessmentForm, name: string): Html =>
  html`<fieldset class="field concepts">
      <legend>${name} <kbd aria-hidden="true">${fieldKeys.concepts}</kbd></legend>
      <div id="picked-concepts"><ul>${concepts.map(conceptItem)}</ul></div>
      ${conceptNeighbours(concepts)}
      <label for="moreConcepts">More, separated by semicolons <kbd aria-hidden="true">n</kbd></label>
      <input id="moreConcepts" name="moreConcepts" value="${moreConcepts}" autocomplete="off" data-focus="n" data-completes="concepts" />
    </fieldset>`

const hasSuggestions = ({
  chapter,
  type,
  longHorizonScore,
  enterpriseScore,
  frameworkMappings,
  concepts,
}: AssessmentForm) =>
  [chapter, type, longHorizonScore, enterpriseScore, frameworkMappings].some(({ chips }) => chips.length > 0) ||
  concepts.some(({ chip, isNew }) => chip !== null && !isNew)

/** Takes all suggestions, and says how to take one. */
const takeAllField = (form: AssessmentForm, to: TakeAddress): Html | false =>
  hasSuggestions(form) &&
  html`<p class="hint">Suggestions are learned from accepted papers. One that nobody takes is not saved.</p>
    <p class="hint scripted" id="take-keys">In an empty field <kbd>Tab</kbd> takes its first suggestion, <kbd>Shift</kbd>+<kbd>Tab</kbd> all suggestions, <kbd>Esc</kbd> none.
      <kbd>s</kbd> goes to the next such field, <kbd>x</kbd> empties what was taken.</p>
    <p><button class="plain" ${takeButton(TAKE_ALL, to)} data-take-all>Take all suggestions</button></p>
    <p class="hint" role="status" data-taken></p>`

const typeOptions = researchTypes.map((type) => ({ value: type, label: type.replaceAll('_', ' ') }))

/** What a form holds of concepts that it does not show. */
const hiddenConcepts = ({ concepts, moreConcepts }: AssessmentForm): Html =>
  html`${concepts.filter(({ isTicked }) => isTicked).map(({ name }) => hiddenInput('concepts', name))}${hiddenInput('moreConcepts', moreConcepts)}`

/** The names of fields in the form. */
const formNames = {
  type: 'type',
  longHorizon: 'longHorizonScore',
  enterprise: 'enterpriseScore',
  frameworks: 'frameworkMappings',
} as const

/** What the paper would be if it were accepted like this. */
export const assessmentPreview = (
  id: string,
  { errors, commentary, markupOf, examined, json }: AssessmentPreview,
): Html =>
  previewForms({
    page: html`${errors.map(({ path, message }) => html`<p class="error">${path}: ${message}.</p>`)}
      ${commentary === null ? html`<p class="quiet">No commentary.</p>` : renderedText(commentary, markupOf)}
      ${evidenceNotice(examined)}`,
    json,
    address: `GET /api/v1/papers/${id}`,
  })

/** The same alone, for the script that follows the input. */
export const previewPage = (id: string, preview: AssessmentPreview): Html =>
  document(
    html`<html lang="en"><head><title>Preview of ${id}</title></head><body>${assessmentPreview(id, preview)}</body></html>`,
  )

/** All fields are optional; those that the library does not show keep their values unseen. */
const assessmentFields = (
  { form, preview }: OpenAssessment,
  { id, chapters, words }: Pick<DecisionFormView, 'id' | 'chapters' | 'words'>,
  to: TakeAddress,
): Html => {
  const shown = (field: keyof typeof formNames, input: (label: string) => Html): Html =>
    showsField(field, words)
      ? input(fieldName(field, words))
      : hiddenInput(formNames[field], form[formNames[field]].value)
  const places = chapterOptions(chapters, form.chapter.value)
  return html`<input type="hidden" name="assessed" value="1" />
    ${takeAllField(form, to)}
    ${places.length > 0 && selectField({ name: 'chapter', label: 'Chapter', key: '1–7' }, form.chapter, { all: places, to })}
    ${shown('type', (label) => selectField({ name: 'type', label, key: fieldKeys.type }, form.type, { all: typeOptions, to }))}
    ${scoreKinds.map((kind) => shown(kind, (label) => textField({ name: formNames[kind], label, key: fieldKeys[kind] }, form[formNames[kind]], to)))}
    ${showsField('concepts', words) ? conceptField(form, fieldName('concepts', words)) : hiddenConcepts(form)}
    ${shown('frameworks', (label) => textField({ name: 'frameworkMappings', label: `${label}, separated by semicolons`, key: fieldKeys.frameworks }, form.frameworkMappings, to))}
    <div class="field">
      <label for="houseCommentary">Commentary <kbd aria-hidden="true">${fieldKeys.commentary}</kbd></label>
      <textarea id="houseCommentary" name="houseCommentary" rows="4" dir="auto" data-markdown data-focus="${fieldKeys.commentary}">
${form.houseCommentary}</textarea>
    </div>
    ${assessmentPreview(id, preview)}
    <noscript><p><button type="submit" class="plain" name="take" value="" formaction="${to.takeAddress}">Preview</button></p></noscript>`
}

export type DecisionFormValues = {
  note: string
  template: string
  /** Null if the form shows the values of the paper. */
  assessment: AssessmentFormValues | null
  /** The button of a suggestion with which the form was sent; null for any other. */
  take: string | null
  /** The author of the draft that was taken over, or empty. */
  takenFrom: string
  error: string | null
}

export const emptyDecisionForm: DecisionFormValues = {
  note: '',
  template: '',
  assessment: null,
  take: null,
  takenFrom: '',
  error: null,
}

const noteField = (label: string, { note }: DecisionFormValues): Html =>
  html`<label for="note">${label}</label>
      <textarea id="note" name="note" rows="4" maxlength="${MAX_NOTE_LENGTH}">${note}</textarea>`

const options = (event: Verdict, templates: readonly ReplyTemplate[], chosen: string): Html =>
  html`<optgroup label="${verdictLabels[event].does}">${templates
    .filter((template) => template.event === event)
    .map(
      ({ id, name, body }) =>
        html`<option value="${id}" data-event="${event}" data-body="${body}"${id === chosen && html` selected`}>${name}</option>`,
    )}</optgroup>`

/** The id of the form whose buttons stand in the bar. */
const FORM = 'decision'

const verdictButton = (event: Verdict): Html =>
  html`<button class="${event}" type="submit" form="${FORM}" name="event" value="${event}" data-key="${verdictLabels[event].key}">${verdictLabels[event].does} <kbd>${verdictLabels[event].key}</kbd></button>`

type DecisionFormView = {
  editor: Editor
  id: string
  version: number
  selection: QueueSelection
  templates: readonly ReplyTemplate[]
  values: DecisionFormValues
  openAssessment: OpenAssessment
  chapters: readonly NamedChapter[]
  words: LibraryWords
  /** Whether it stays in review as long as it is not assessed. */
  mustAssess: boolean
}

/** About the draft of what is typed into the form. */
const notices = {
  clash: 'The first decision counts; whoever is second is told, and keeps their text.',
  newer: 'It was begun on an earlier version of the paper.',
}

/**
 * The assessment, which is stored when the paper is accepted, and a note or reply template for the submitter. Its first button is
 * the one that Enter in a field presses: it shows the form again, so that Enter neither decides nor takes a suggestion.
 */
export const decideForm = ({
  editor,
  id,
  version,
  selection,
  templates,
  values,
  openAssessment,
  chapters,
  words,
  mustAssess,
}: DecisionFormView): Html => {
  const page = `/console/queue/${id}${queueSearchParams(selection)}`
  const takeAddress = `/console/queue/${id}/take${queueSearchParams(selection)}`
  const typed = draftWithPage(editor, formOf(id), { ...openAssessment.typed, page, ...notices })
  // What another draft filled in is not stored either.
  const isUnsaved = values.assessment !== null || openAssessment.takenFrom !== ''
  return html`<form class="decide" id="${FORM}" method="post" action="/console/queue/${id}/decide${queueSearchParams(selection)}" data-preview="/console/queue/${id}/preview" data-swap data-decide${typed}${isUnsaved && html` data-held`}>
      <h2>Assess and decide</h2>
      <button type="submit" name="take" value="" formaction="${takeAddress}" hidden>Show again</button>
      <input type="hidden" name="version" value="${version}" />
      <input type="hidden" name="takenFrom" value="${openAssessment.takenFrom}" data-drafted />
      ${draftList({ id, version, selection, drafts: openAssessment.drafts, words })}
      ${mustAssess && html`<p class="hint">It can be accepted once it is assessed.</p>`}
      ${assessmentFields(openAssessment, { id, chapters, words }, { takeAddress })}
      ${noteField('Note to the submitter', values)}
      <label for="template">Reply template, used when the note is empty</label>
      <select id="template" name="template"><option value="">None</option>${verdicts.map((event) => options(event, templates, values.template))}</select>
    </form>`
}

/** The form of a reviewer. */
export const recommendForm = ({ id, selection, values }: Pick<DecisionFormView, 'id' | 'selection' | 'values'>): Html =>
  html`<form class="decide" id="${FORM}" method="post" action="/console/queue/${id}/recommend${queueSearchParams(selection)}" data-swap>
      <h2>Recommend</h2>
      ${noteField('Reason, visible to editors and reviewers', values)}
    </form>`

/**
 * The buttons of either form, and what the last try was refused for. It is the last part of the page and sticks to the lower edge of
 * the window, so that a decision is in view however long the paper and its form are. What can be undone stands above it.
 */
export const decisionBar = (name: string, { error }: DecisionFormValues, undo: Html | false): Html =>
  html`<div class="decision-bar" role="group" aria-label="${name}">
      ${undo}
      ${formError(error)}
      <div class="buttons">${verdicts.map(verdictButton)}</div>
      <div data-ready hidden></div>
    </div>`

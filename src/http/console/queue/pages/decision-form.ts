import { assessedFieldNames, type AssessedFields } from '#core/assessment/suggestion.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import { researchTypes } from '#core/papers/paper.ts'
import { toUnit } from '#core/papers/score.ts'
import type { ReplyTemplate } from '#core/review/reply-template.ts'
import { MAX_NOTE_LENGTH, type Verdict, verdicts } from '#core/review/submission.ts'
import { html, type Html } from '#html.ts'
import { formError } from '#http/console/pages/form.ts'
import { dateTime } from '#http/console/pages/parts.ts'
import type {
  AssessmentField,
  AssessmentForm,
  AssessmentFormValues,
  ConceptOption,
  NamedDraft,
  OpenAssessment,
  Proposal,
} from '#http/console/queue/assessment-form.ts'
import { queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import { isolated, verdictLabels } from './parts.ts'

/** Drafts by agents, with the passages that support them. Taking one over only fills the form. */

const fieldNames: Record<keyof AssessedFields, string> = {
  chapter: 'Chapter',
  type: 'Type',
  longHorizon: 'Long-horizon score',
  enterprise: 'Enterprise score',
  concepts: 'Concepts',
  frameworks: 'Frameworks',
  commentary: 'Commentary',
}

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

const draftEntry = (draft: NamedDraft, field: keyof AssessedFields): Html | false => {
  const value = draft.fields[field]
  if (value === undefined || value === null) return false
  const shown = Array.isArray(value)
    ? value.map((one) => html`<li>${isolated(one)}${quotes(draft, field, one)}</li>`)
    : html`<li>${isolated(valueText(field, value))}${quotes(draft, field, null)}</li>`
  return html`<dt>${fieldNames[field]}</dt><dd><ul>${shown}</ul></dd>`
}

type DraftsView = { id: string; version: number; selection: QueueSelection; drafts: readonly NamedDraft[] }

/** One draft; the key `d` takes over the first one that has not been taken over. */
const draftDetails = (draft: NamedDraft, { id, version, selection }: DraftsView, hasKey: boolean): Html =>
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
      <dl>${assessedFieldNames.map((field) => draftEntry(draft, field))}</dl>
    </details>`

const draftList = (view: DraftsView): Html[] => {
  const next = view.drafts.find(({ isTaken }) => !isTaken)
  return view.drafts.map((draft) => draftDetails(draft, view, draft === next))
}

/** The fields of the assessment, each with its suggestions, their reasons and its key. */

type Labelled = { name: keyof AssessmentForm; label: string; key: string }

const proposalText = ({ label, reason }: Proposal): Html => html`${label}: ${isolated(reason)}`

/** The reasons for the suggested value and for the alternatives. */
const reasons = ({ name }: Labelled, { isSuggested, proposals }: AssessmentField): Html | false => {
  const [first, ...others] = proposals
  if (first === undefined) return false
  return html`<p class="hint" id="${name}-reason">${isSuggested ? html`<strong>Suggested</strong> ` : 'Suggestion '}${proposalText(first)}${others.map(
    (other) => html` · ${proposalText(other)}`,
  )}</p>`
}

const labelledField = (labelled: Labelled, field: AssessmentField, control: Html): Html => {
  const { name, label, key } = labelled
  return html`<div class="field${field.isSuggested && ' suggested'}">
      <label for="${name}">${label} <kbd aria-hidden="true">${key}</kbd></label>
      ${control}
      ${reasons(labelled, field)}
    </div>`
}

const describedBy = ({ name }: Labelled, { proposals }: AssessmentField): Html | false =>
  proposals.length > 0 && html` aria-describedby="${name}-reason"`

/** Suggested values come first, so that one key steps through them. */
const selectField = (
  labelled: Labelled,
  field: AssessmentField,
  all: readonly { value: string; label: string }[],
): Html => {
  const proposed = field.proposals.map(({ value }) => value)
  const others = all.filter(({ value }) => !proposed.includes(value))
  const first = proposed.flatMap((value) => all.filter((one) => one.value === value))
  const options = [...first, ...others, { value: '', label: 'none' }]
  return labelledField(
    labelled,
    field,
    html`<select id="${labelled.name}" name="${labelled.name}"${describedBy(labelled, field)}>${options.map(
      ({ value, label }) => html`<option value="${value}"${value === field.value && html` selected`}>${label}</option>`,
    )}</select>`,
  )
}

const textField = (labelled: Labelled, field: AssessmentField, isScore: boolean): Html =>
  labelledField(
    labelled,
    field,
    html`<input id="${labelled.name}" name="${labelled.name}" value="${field.value}" autocomplete="off" data-focus="${labelled.key}"${
      isScore && html` inputmode="decimal" data-score`
    }${describedBy(labelled, field)} />`,
  )

const conceptItem = ({ name, isTicked, isSuggested, isNew, reason }: ConceptOption): Html =>
  html`<li${isSuggested && html` class="suggested"`}><label><input type="checkbox" name="concepts" value="${name}"${isTicked && html` checked`} />
      <span>${isolated(name)}${isNew && html` <em>new</em>`}${reason !== '' && html` <span class="hint">${isolated(reason)}</span>`}</span></label></li>`

const conceptField = ({ concepts, moreConcepts }: AssessmentForm): Html =>
  html`<fieldset class="field concepts">
      <legend>Concepts <kbd aria-hidden="true">c</kbd></legend>
      ${concepts.length > 0 && html`<ul>${concepts.map(conceptItem)}</ul>`}
      <label for="moreConcepts">More concepts, separated by semicolons <kbd aria-hidden="true">n</kbd></label>
      <input id="moreConcepts" name="moreConcepts" value="${moreConcepts}" autocomplete="off" data-focus="n" />
    </fieldset>`

const typeOptions = researchTypes.map((type) => ({ value: type, label: type.replaceAll('_', ' ') }))

/** All fields are optional. */
const assessmentFields = (form: AssessmentForm, chapters: readonly NamedChapter[]): Html => {
  const chapterOptions = chapters.map(({ number, name }) => ({ value: String(number), label: `${number} ${name}` }))
  return html`<input type="hidden" name="assessed" value="1" />
    ${selectField({ name: 'chapter', label: 'Chapter', key: '1–7' }, form.chapter, chapterOptions)}
    ${selectField({ name: 'type', label: 'Type', key: 't' }, form.type, typeOptions)}
    <div class="row">
      ${textField({ name: 'longHorizonScore', label: 'Long-horizon score', key: 'l' }, form.longHorizonScore, true)}
      ${textField({ name: 'enterpriseScore', label: 'Enterprise score', key: 'e' }, form.enterpriseScore, true)}
    </div>
    ${conceptField(form)}
    ${textField({ name: 'frameworkMappings', label: 'Frameworks, separated by semicolons', key: 'f' }, form.frameworkMappings, false)}
    <div class="field">
      <label for="houseCommentary">Commentary <kbd aria-hidden="true">m</kbd></label>
      <textarea id="houseCommentary" name="houseCommentary" rows="4" dir="auto" data-focus="m">
${form.houseCommentary.value}</textarea>
    </div>`
}

export type DecisionFormValues = {
  note: string
  template: string
  /** Null if the form shows the values of the paper and the suggestions. */
  assessment: AssessmentFormValues | null
  /** The author of the draft that was taken over, or empty. */
  takenFrom: string
  error: string | null
}

export const emptyDecisionForm: DecisionFormValues = {
  note: '',
  template: '',
  assessment: null,
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

const verdictButton = (event: Verdict): Html =>
  html`<button class="${event}" type="submit" name="event" value="${event}" data-key="${verdictLabels[event].key}">${verdictLabels[event].does} <kbd>${verdictLabels[event].key}</kbd></button>`

type DecisionFormView = {
  id: string
  version: number
  selection: QueueSelection
  templates: readonly ReplyTemplate[]
  values: DecisionFormValues
  openAssessment: OpenAssessment
  chapters: readonly NamedChapter[]
}

/** The assessment, which is stored when the paper is accepted, and a note or reply template for the submitter. */
export const decideForm = ({
  id,
  version,
  selection,
  templates,
  values,
  openAssessment,
  chapters,
}: DecisionFormView): Html =>
  html`<form class="decide" method="post" action="/console/queue/${id}/decide${queueSearchParams(selection)}" data-swap data-decide>
      <h2>Assess and decide</h2>
      ${formError(values.error)}
      <input type="hidden" name="version" value="${version}" />
      <input type="hidden" name="takenFrom" value="${openAssessment.takenFrom}" />
      ${draftList({ id, version, selection, drafts: openAssessment.drafts })}
      ${assessmentFields(openAssessment.form, chapters)}
      <p class="hint">Accepting saves these fields as shown, including suggestions. <kbd>x</kbd> clears the suggestions.</p>
      ${noteField('Note to the submitter', values)}
      <label for="template">Reply template, used when the note is empty</label>
      <select id="template" name="template"><option value="">None</option>${verdicts.map((event) => options(event, templates, values.template))}</select>
      <div class="buttons">${verdicts.map(verdictButton)}</div>
      <div data-ready hidden></div>
    </form>`

/** The form of a reviewer. */
export const recommendForm = ({ id, selection, values }: Pick<DecisionFormView, 'id' | 'selection' | 'values'>): Html =>
  html`<form class="decide" method="post" action="/console/queue/${id}/recommend${queueSearchParams(selection)}" data-swap>
      <h2>Recommend</h2>
      ${formError(values.error)}
      ${noteField('Reason, visible to editors and reviewers', values)}
      <div class="buttons">${verdicts.map(verdictButton)}</div>
    </form>`

import { MAX_NOTE_LENGTH } from '#core/review/decision-note.ts'
import type { ReplyTemplate } from '#core/review/reply-template.ts'
import { verdicts, type Verdict } from '#core/review/submission-state.ts'
import { html, type Html } from '#html.ts'
import { formError } from '#http/console/pages/field.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import type { AssessmentFormValues } from '#http/console/queue/bench/form-values.ts'
import type { OpenBench } from '#http/console/queue/bench/find-bench.ts'
import { queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import { benchFields } from './bench.ts'
import { draftList } from './drafts.ts'
import { verdictLabels } from './labels.ts'

/** A submitted form with its error. */
export type DecisionFormValues = {
  note: string
  template: string
  /** Null where the form shows what the paper says and what is suggested. */
  assessment: AssessmentFormValues | null
  /** Whose draft was taken over; empty for nobody's. */
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

const button = (event: Verdict): Html =>
  html`<button class="${event}" type="submit" name="event" value="${event}" data-key="${verdictLabels[event].key}">${verdictLabels[event].does} <kbd>${verdictLabels[event].key}</kbd></button>`

type DecisionFormView = {
  id: string
  version: number
  selection: QueueSelection
  templates: readonly ReplyTemplate[]
  values: DecisionFormValues
  opened: OpenBench
  chapters: readonly NamedChapter[]
}

/** What the editors say of the paper, kept when it is accepted; and a note or a reply template to its submitter. */
export const decideForm = ({ id, version, selection, templates, values, opened, chapters }: DecisionFormView): Html =>
  html`<form class="decide" method="post" action="/console/queue/${id}/decide${queueSearchParams(selection)}" data-swap data-decide>
      <h2>Assess and decide</h2>
      ${formError(values.error)}
      <input type="hidden" name="version" value="${version}" />
      <input type="hidden" name="takenFrom" value="${opened.takenFrom}" />
      ${draftList({ id, version, selection, drafts: opened.drafts })}
      ${benchFields(opened.bench, chapters)}
      <p class="hint">Accepting saves these fields as they are, suggestions included. <kbd>x</kbd> clears the suggestions.</p>
      ${noteField('Note to the submitter', values)}
      <label for="template">Reply template, used when the note is empty</label>
      <select id="template" name="template"><option value="">None</option>${verdicts.map((event) => options(event, templates, values.template))}</select>
      <div class="buttons">${verdicts.map(button)}</div>
      <div data-ready hidden></div>
    </form>`

/** What a reviewer recommends. */
export const recommendForm = ({ id, selection, values }: Pick<DecisionFormView, 'id' | 'selection' | 'values'>): Html =>
  html`<form class="decide" method="post" action="/console/queue/${id}/recommend${queueSearchParams(selection)}" data-swap>
      <h2>Recommend</h2>
      ${formError(values.error)}
      ${noteField('Reason, visible to editors and reviewers', values)}
      <div class="buttons">${verdicts.map(button)}</div>
    </form>`

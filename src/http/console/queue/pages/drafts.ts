import { assessedFieldNames, type AssessedFields } from '#core/assessment/assessed-fields.ts'
import { toUnit } from '#core/papers/score.ts'
import { html, type Html } from '#html.ts'
import type { NamedDraft } from '#http/console/queue/bench/find-bench.ts'
import { queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import { dateTime } from '#http/console/pages/date-time.ts'
import { isolated } from './labels.ts'

/** What agents propose, with the words of the paper that it rests on. Taking it over fills the form; nothing else happens. */

const labels: Record<keyof AssessedFields, string> = {
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

const entry = (draft: NamedDraft, field: keyof AssessedFields): Html | false => {
  const value = draft.fields[field]
  if (value === undefined || value === null) return false
  const shown = Array.isArray(value)
    ? value.map((one) => html`<li>${isolated(one)}${quotes(draft, field, one)}</li>`)
    : html`<li>${isolated(valueText(field, value))}${quotes(draft, field, null)}</li>`
  return html`<dt>${labels[field]}</dt><dd><ul>${shown}</ul></dd>`
}

type DraftsView = { id: string; version: number; selection: QueueSelection; drafts: readonly NamedDraft[] }

/** One draft; `d` takes over the first that is not taken yet. */
const oneDraft = (draft: NamedDraft, { id, version, selection }: DraftsView, hasKey: boolean): Html =>
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
      <dl>${assessedFieldNames.map((field) => entry(draft, field))}</dl>
    </details>`

export const draftList = (view: DraftsView): Html[] => {
  const next = view.drafts.find(({ isTaken }) => !isTaken)
  return view.drafts.map((draft) => oneDraft(draft, view, draft === next))
}

import type { FieldChange, PaperField } from '#core/papers/paper-diff.ts'
import { html, type Html } from '#html.ts'
import { fieldDifference, fieldLabels } from '#http/console/pages/difference.ts'
import { dateTime } from '#http/console/pages/date-time.ts'

export type Conflict = {
  /** Who changed it meanwhile, and when. */
  changedBy: string
  changedAt: string
  /** What they changed, and what this editor did, both from the version that the form began from. */
  theirs: readonly FieldChange[]
  ours: readonly FieldChange[]
}

const cell = (change: FieldChange | undefined): Html =>
  change === undefined ? html`<td class="quiet">as it was</td>` : html`<td>${fieldDifference(change)}</td>`

const row = (field: PaperField, { theirs, ours }: Conflict): Html => {
  const their = theirs.find((change) => change.field === field)
  const our = ours.find((change) => change.field === field)
  const both = their !== undefined && our !== undefined
  return html`<tr${both && html` class="clash"`}>
      <th scope="row">${fieldLabels[field]}</th>${cell(their)}${cell(our)}
      <td>${both ? 'yours; change it below if theirs is right' : their === undefined ? 'yours' : 'theirs'}</td>
    </tr>`
}

/** The changes of both editors side by side, and which of them the form holds. */
export const conflictNote = (conflict: Conflict): Html => {
  const { changedBy, changedAt, theirs, ours } = conflict
  const fields = [...new Set([...theirs, ...ours].map(({ field }) => field))]
  return html`<section class="conflict" aria-label="Both changes">
      <p>${changedBy} changed this paper at ${dateTime(changedAt)} UTC, after you had opened it. Neither change is lost: the form below holds both. It is stored only when you save again.</p>
      <div class="wide-table" tabindex="0" role="region" aria-label="Field by field"><table>
        <thead><tr><th scope="col">Field</th><th scope="col">${changedBy}</th><th scope="col">You</th><th scope="col">The form holds</th></tr></thead>
        <tbody>${fields.map((field) => row(field, conflict))}</tbody>
      </table></div>
    </section>`
}

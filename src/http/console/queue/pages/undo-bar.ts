import { pluralize } from '#core/numbers/pluralize.ts'
import type { PendingDecision } from '#core/review/pending-decision.ts'
import { html, type Html, type Renderable } from '#html.ts'
import { queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import { isolated, verdictLabels } from './labels.ts'

/** A decision that can still be undone, on one paper or on many. */
export type UndoableDecision = PendingDecision & { count: number }

const decisionText = ({ event, title, id, count, batch }: UndoableDecision): Renderable =>
  batch === null
    ? html`${verdictLabels[event].done} <a href="/console/queue/${id}">${id}</a> ${isolated(title)}`
    : `accepted ${pluralize(count, 'paper', 'papers')}`

const entry = (made: UndoableDecision, place: QueueSelection, now: Date): Html => {
  const seconds = Math.max(0, Math.ceil((Date.parse(made.dueAt) - now.getTime()) / 1_000))
  return html`<li data-seconds="${seconds}">
      <form method="post" action="/console/undo${queueSearchParams(place)}" data-swap>
        <input type="hidden" name="${made.batch === null ? 'id' : 'batch'}" value="${made.batch ?? made.id}" />
        <button type="submit" data-key="u">Undo <kbd>u</kbd></button>
      </form>
      <span>You ${decisionText(made)}. <span class="quiet">It takes effect in <span data-left>${seconds}</span> s.</span></span>
    </li>`
}

/** The decisions that the editor can still undo, newest first. */
export const undoBar = (made: readonly UndoableDecision[], place: QueueSelection, now: Date): Html | false =>
  made.length > 0 &&
  html`<ol class="undo" role="status" aria-label="Decisions that can be undone">${made.map((each) => entry(each, place, now))}</ol>`

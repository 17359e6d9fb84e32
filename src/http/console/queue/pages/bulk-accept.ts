import { pluralize } from '#core/numbers.ts'
import { MAX_RISK } from '#core/review/checks.ts'
import { MAX_NOTE_LENGTH } from '#core/review/submission.ts'
import { UNDO_SECONDS } from '#core/review/undo.ts'
import { html, type Html } from '#html.ts'
import { formError } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { hiddenParameters } from '#http/console/pages/list.ts'
import { queueAddress, queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import { type QueueContext, queueScripts } from './queue.ts'

type AcceptAllView = {
  count: number
  digest: string
  /** How many papers stay in review because they are not assessed. */
  held: number
  /** How many papers stay in review because they name a chapter that the library lacks. */
  unplaced: number
  note: string
  error: string | null
}

const filterText = ({ q, key, session, assessed }: QueueSelection): string => {
  const parts = [
    ...(q === null ? [] : [`with “${q}”`]),
    ...(assessed === null ? [] : [assessed ? 'that are assessed' : 'that are not yet assessed']),
    ...(key === null ? [] : [`that the key ${key} submitted`]),
    ...(session === null ? [] : [`of the ingestion session ${session}`]),
  ]
  return parts.length === 0 ? 'in the queue' : parts.join(' ')
}

/** Asks whether to accept every paper that a filter selects, and shows how many there are. */
export const acceptAllPage = (
  { site, editor, selection }: QueueContext,
  { count, digest, held, unplaced, note, error }: AcceptAllView,
): Html => {
  const papers = pluralize(count, 'paper', 'papers')
  return consolePage({
    title: 'Accept many',
    site,
    editor,
    activePath: '/console/queue',
    head: queueScripts(),
    body: html`<h1>Accept ${papers} ${filterText(selection)}?</h1>
      <form class="filters" method="get" action="/console/accept-all">
        ${hiddenParameters(queueAddress(selection), ['maxRisk'])}
        <label>Only papers with at most this risk <input type="number" name="maxRisk" min="0" max="${MAX_RISK}" value="${selection.maxRisk}" /></label>
        <button class="plain" type="submit">Count again</button>
      </form>
      ${
        held > 0 &&
        html`<p>${pluralize(held, 'other paper', 'other papers')} will stay in review for want of an assessment: <a href="/console/queue${queueSearchParams({ ...selection, assessed: false })}">assess them first</a>.</p>`
      }
      ${
        unplaced > 0 &&
        html`<p>${pluralize(unplaced, 'paper names', 'papers name')} a chapter that the library does not have, and will stay in review: choose another one in each, or <a href="/console/chapters">add or merge the chapter</a>.</p>`
      }
      ${formError(error)}
      <form class="stack" method="post" action="/console/accept-all${queueSearchParams({ ...selection, order: 'age', state: 'pending' })}">
        <input type="hidden" name="digest" value="${digest}" />
        <div class="field"><label for="note">Note to the submitters (optional)</label><textarea id="note" name="note" rows="3" maxlength="${MAX_NOTE_LENGTH}">${note}</textarea></div>
        <p>They become public after ${UNDO_SECONDS} seconds. Until then, one click undoes everything.</p>
        ${count > 0 ? html`<button type="submit">Accept ${papers}</button>` : html`<p class="lead">There is nothing to accept.</p>`}
        <a class="button plain" href="/console/queue${queueSearchParams({ ...selection, maxRisk: null })}">Back</a>
      </form>`,
  })
}

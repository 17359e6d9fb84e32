import type { ShownSubmission } from '#actions/show-submission.ts'
import { includesRole } from '#core/access/editor.ts'
import type { ReplyTemplate } from '#core/review/reply-template.ts'
import { html, type Html } from '#html.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { placeSearch, type Place } from '#http/console/queue/input.ts'
import { changeList } from './changes.ts'
import { decideForm, recommendForm, type Typed } from './decide-form.ts'
import { findingList } from './findings.ts'
import { proposal } from './proposed-paper.ts'
import { queueScripts, type QueueFrame } from './queue.ts'
import { undoBar } from './undo-bar.ts'
import { instant, riskMark, stateWords, strange, verdictWords } from './labels.ts'

export type Opened = {
  shown: ShownSubmission
  templates: readonly ReplyTemplate[]
  neighbours: { before: string | null; after: string | null }
  nameOf: (actor: string) => string
  typed: Typed
}

const step = (
  id: string | null,
  place: Place,
  { rel, key, label }: { rel: string; key: string; label: string },
): Html =>
  id === null
    ? html`<span class="quiet">${label}</span>`
    : html`<a href="/console/queue/${id}${placeSearch(place)}" rel="${rel}" data-key="${key}" data-swap>${label} <kbd>${key}</kbd></a>`

const steps = ({ neighbours }: Opened, place: Place): Html =>
  html`<nav class="steps" aria-label="Through the queue">
      <a href="/console/queue${placeSearch(place)}">Queue</a>
      ${step(neighbours.before, place, { rel: 'prev', key: 'k', label: 'Before' })}
      ${step(neighbours.after, place, { rel: 'next', key: 'j', label: 'Next' })}
    </nav>`

const advice = ({ shown: { recommendations }, nameOf }: Opened): Html | false =>
  recommendations.length > 0 &&
  html`<h2>Advice</h2>
      <ul class="advice">${recommendations.map(
        ({ actor, event, note, version, at }) =>
          html`<li><strong>${verdictWords[event].does}</strong> <span class="quiet">${nameOf(actor)}, version ${version}, ${instant(at)}</span>${
            note !== null && html`<br /><span class="note">${note}</span>`
          }</li>`,
      )}</ul>`

const history = ({ shown, nameOf }: Opened): Html =>
  html`<h2>History</h2>
      <ol class="history">${shown.history.map(
        ({ state, note, actor, at }) =>
          html`<li>${stateWords[state]} <span class="quiet">${strange(nameOf(actor))}, ${instant(at)}</span>${
            note !== null && html`<br /><span class="note">${strange(note)}</span>`
          }</li>`,
      )}</ol>`

/** What was typed in vain stays in sight. */
const inVain = ({ note, trouble }: Typed): Html[] => [
  ...(trouble === null ? [] : [html`<p class="mistake" role="alert">${trouble}</p>`]),
  ...(note === ''
    ? []
    : [
        html`<div class="decide"><label for="typed">What you typed</label><textarea id="typed" rows="4" readonly>${note}</textarea></div>`,
      ]),
]

const form = ({ shown, templates, nameOf, typed }: Opened, { editor, place }: QueueFrame): Html => {
  const { queued, decision } = shown
  if (decision !== null)
    return html`<p class="notice">${nameOf(decision.actor)} decided to ${decision.event} this; it takes effect at ${instant(decision.dueAt)} UTC unless it is undone.</p>${inVain(typed)}`
  if (queued.state !== 'pending')
    return html`<p class="notice">This paper is ${stateWords[queued.state]}: there is nothing to decide.</p>${inVain(typed)}`
  return includesRole(editor.role, 'editor')
    ? decideForm({ id: queued.id, version: queued.version, place, templates, typed })
    : recommendForm({ id: queued.id, place, typed })
}

/** One submission: the proposal, what speaks against it, and what to do with it. */
export const submissionPage = (frame: QueueFrame, opened: Opened): Html => {
  const { houseName, editor, place, undoable, now } = frame
  const { queued, paper, assessment, changes } = opened.shown
  return consolePage({
    title: `${queued.id} ${queued.title}`,
    houseName,
    editor,
    at: '/console/queue',
    head: queueScripts,
    body: html`${undoBar(undoable, place, now)}
      ${steps(opened, place)}
      <p class="line"><code>${queued.id}</code> ${stateWords[queued.state]} ${riskMark(assessment.risk)}
        ${queued.version > 1 && html`<span>version ${queued.version}</span>`}
        <span class="quiet">${instant(queued.submittedAt)}${queued.keyLabel !== null && html` by ${strange(queued.keyLabel)}`}${
          queued.session !== null && html` in session ${queued.session}`
        }</span>
        ${includesRole(editor.role, 'editor') && html`<a href="/console/papers/${queued.id}/edit">Edit</a>`}</p>
      <div class="beside">
        <div>${changeList(changes, queued.version)}${proposal(paper)}</div>
        <aside aria-label="Review"><h2>Checks</h2>${findingList(assessment.findings)}
          ${form(opened, frame)}${advice(opened)}${history(opened)}</aside>
      </div>`,
  })
}

import type { Editor } from '#core/access/editor.ts'
import { html, type Html, type Part } from '#html.ts'
import type { QueuedPaper } from '#ports/store/review.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { placeSearch, type Place } from '#http/console/queue/input.ts'
import { findingTags } from './findings.ts'
import { undoBar, type Undoable } from './undo-bar.ts'
import { ageText, riskMark, strange, verdictWords } from './labels.ts'

/** What every page of the queue stands in: whose it is, when, and which queue is gone through. */
export type QueueFrame = { houseName: string; editor: Editor; place: Place; undoable: readonly Undoable[]; now: Date }

export const queueScripts = html`<link rel="stylesheet" href="/assets/console-queue.css" />
    <script type="module" src="/assets/console-queue.js"></script>`

const tabs: readonly { label: string; to: Pick<Place, 'order' | 'state'> }[] = [
  { label: 'Oldest first', to: { order: 'age', state: 'pending' } },
  { label: 'Riskiest first', to: { order: 'risk', state: 'pending' } },
  { label: 'Waiting for submitters', to: { order: 'age', state: 'changes_requested' } },
]

const tab = (place: Place, { label, to }: (typeof tabs)[number]): Html => {
  const here = place.state === to.state && (place.state !== 'pending' || place.order === to.order)
  return html`<li><a href="/console/queue${placeSearch({ ...place, ...to })}"${here && html` aria-current="true"`}>${label}</a></li>`
}

const narrowed = (place: Place): Html | false =>
  (place.key !== null || place.session !== null) &&
  html`<p>Only ${place.key !== null && html`of the key <code>${place.key}</code> `}${
    place.session !== null && html`of the ingestion session <code>${place.session}</code> `
  }· <a href="/console/queue${placeSearch({ ...place, key: null, session: null })}">show all</a></p>`

const advice = ({ advice: given }: QueuedPaper): Html | false =>
  given.length > 0 &&
  html`<span class="quiet">advice: ${given.map((event) => verdictWords[event].does.toLowerCase()).join(', ')}</span>`

const sender = (paper: QueuedPaper, place: Place): Part => [
  paper.submittedBy !== null &&
    html`<a href="/console/queue${placeSearch({ ...place, key: paper.submittedBy })}">${strange(paper.keyLabel ?? paper.submittedBy)}</a> `,
  paper.session !== null &&
    html`<a href="/console/queue${placeSearch({ ...place, session: paper.session })}">${paper.session}</a> `,
]

const entry = (paper: QueuedPaper, { place, now }: QueueFrame): Html =>
  html`<li>
      <h2><a href="/console/queue/${paper.id}${placeSearch(place)}" data-entry data-swap>${strange(paper.title)}</a></h2>
      <p class="line">
        <code>${paper.id}</code> ${paper.year}
        ${riskMark(paper.assessment?.risk ?? null)}
        <span title="${paper.submittedAt}">${ageText(paper.submittedAt, now)} old</span>
        ${paper.version > 1 && html`<span>version ${paper.version}</span>`}
        ${sender(paper, place)}${advice(paper)}
      </p>
      ${findingTags(paper.assessment?.findings ?? [])}
    </li>`

export type Listed = { papers: readonly QueuedPaper[]; total: number; next: string | null; mayAcceptAll: boolean }

/** The queue: what waits, with what the checks found beside it. */
export const queuePage = (frame: QueueFrame, { papers, total, next, mayAcceptAll }: Listed): Html => {
  const { houseName, editor, place, undoable, now } = frame
  return consolePage({
    title: 'Queue',
    houseName,
    editor,
    at: '/console/queue',
    head: queueScripts,
    body: html`<h1>Queue <span class="quiet">${total}</span></h1>
      ${undoBar(undoable, place, now)}
      <nav aria-label="Order"><ul class="tabs">${tabs.map((each) => tab(place, each))}</ul></nav>
      ${narrowed(place)}
      ${
        papers.length === 0
          ? html`<p class="lead">Nothing waits here.</p>`
          : html`<ol class="queue">${papers.map((paper) => entry(paper, frame))}</ol>`
      }
      <p class="pages">${next !== null && html`<a href="/console/queue${placeSearch(place, { cursor: next })}" rel="next">More</a>`}
        ${
          mayAcceptAll &&
          html`<a class="button plain" href="/console/accept-all${placeSearch(place)}">Accept all ${total} …</a>`
        }</p>
      <p class="quiet keys-hint"><kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>u</kbd> undoes the last decision.</p>`,
  })
}

import type { QueuedPaper } from '#core/review/queue.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import type { Editor } from '#core/access/editor.ts'
import { html, type Html, type Renderable } from '#html.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import { findingTags } from './findings.ts'
import { undoBar, type UndoableDecision } from './undo-bar.ts'
import { ageText, riskBadge, isolated, verdictLabels } from './labels.ts'

/** What every page of the queue needs: the editor, the time, and the part of the queue. */
export type QueueContext = {
  houseName: string
  editor: Editor
  selection: QueueSelection
  undoable: readonly UndoableDecision[]
  now: Date
}

export const queueScripts = (): Html => html`<link rel="stylesheet" href="${assetUrl('console-queue.css')}" />
    <script type="module" src="${assetUrl('console-queue.js')}"></script>
    <script type="module" src="${assetUrl('console-bench.js')}"></script>`

const tabs: readonly { label: string; to: Pick<QueueSelection, 'order' | 'state'> }[] = [
  { label: 'Oldest first', to: { order: 'age', state: 'pending' } },
  { label: 'Highest risk first', to: { order: 'risk', state: 'pending' } },
  { label: 'Waiting for submitters', to: { order: 'age', state: 'changes_requested' } },
]

const tab = (place: QueueSelection, { label, to }: (typeof tabs)[number]): Html => {
  const here = place.state === to.state && (place.state !== 'pending' || place.order === to.order)
  return html`<li><a href="/console/queue${queueSearchParams({ ...place, ...to })}"${here && html` aria-current="true"`}>${label}</a></li>`
}

const filterNotice = (place: QueueSelection): Html | false =>
  (place.key !== null || place.session !== null) &&
  html`<p>Only ${place.key !== null && html`of the key <code>${place.key}</code> `}${
    place.session !== null && html`of the ingestion session <code>${place.session}</code> `
  }· <a href="/console/queue${queueSearchParams({ ...place, key: null, session: null })}">show all</a></p>`

const proposalNotice = (proposed: number): Html | false =>
  proposed > 0 &&
  html`<p><a href="/console/proposals">${proposed === 1 ? 'One proposal for a public paper' : `${proposed} proposals for public papers`}</a> to be taken or left.</p>`

const advice = ({ advice: given }: QueuedPaper): Html | false =>
  given.length > 0 &&
  html`<span class="quiet">recommended: ${given.map((event) => verdictLabels[event].does.toLowerCase()).join(', ')}</span>`

const sender = (paper: QueuedPaper, place: QueueSelection): Renderable => [
  paper.submittedBy !== null &&
    html`<a href="/console/queue${queueSearchParams({ ...place, key: paper.submittedBy })}">${isolated(paper.keyLabel ?? paper.submittedBy)}</a> `,
  paper.session !== null &&
    html`<a href="/console/queue${queueSearchParams({ ...place, session: paper.session })}">${paper.session}</a> `,
]

const entry = (paper: QueuedPaper, { selection, now }: QueueContext): Html =>
  html`<li>
      <h2><a href="/console/queue/${paper.id}${queueSearchParams(selection)}" data-entry data-swap>${isolated(paper.title)}</a></h2>
      <p class="line">
        <code>${paper.id}</code> ${paper.year}
        ${riskBadge(paper.assessment?.risk ?? null)}
        <span title="${paper.submittedAt}">${ageText(paper.submittedAt, now)} old</span>
        ${paper.version > 1 && html`<span>version ${paper.version}</span>`}
        ${sender(paper, selection)}${advice(paper)}
      </p>
      ${findingTags(paper.assessment?.findings ?? [])}
    </li>`

export type QueuePageView = {
  papers: readonly QueuedPaper[]
  total: number
  next: string | null
  canAcceptAll: boolean
  /** How many proposals for public papers wait, where this editor may decide on them. */
  proposed: number
}

/** The queue: submissions with the findings of the checks. */
export const queuePage = (
  frame: QueueContext,
  { papers, total, next, canAcceptAll, proposed }: QueuePageView,
): Html => {
  const { houseName, editor, selection, undoable, now } = frame
  return consolePage({
    title: 'Queue',
    houseName,
    editor,
    activePath: '/console/queue',
    head: queueScripts(),
    body: html`<h1>Queue <span class="quiet">${total}</span></h1>
      ${undoBar(undoable, selection, now)}
      <nav aria-label="Order"><ul class="tabs">${tabs.map((each) => tab(selection, each))}</ul></nav>
      ${proposalNotice(proposed)}
      ${filterNotice(selection)}
      ${
        papers.length === 0
          ? html`<p class="lead">The queue is empty.</p>`
          : html`<ol class="queue">${papers.map((paper) => entry(paper, frame))}</ol>`
      }
      <p class="pages">${next !== null && html`<a href="/console/queue${queueSearchParams(selection, { cursor: next })}" rel="next">More</a>`}
        ${
          canAcceptAll &&
          html`<a class="button plain" href="/console/accept-all${queueSearchParams(selection)}">Accept all ${total} …</a>`
        }</p>
      <p class="quiet keys-hint"><kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>u</kbd> undoes the last decision.</p>`,
  })
}

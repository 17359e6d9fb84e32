import type { LibraryWords } from '#core/papers/library-words.ts'
import type { AssessmentRule } from '#core/assessment/assessment-rule.ts'
import { lackingText } from '#core/assessment/lacking.ts'
import { type Editor, includesRole } from '#core/access/editor.ts'
import type { QueuedPaper } from '#core/review/queue.ts'
import { pluralize } from '#core/numbers.ts'
import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { queueSearchParams, type QueueSelection } from '#http/console/queue/input.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { ageText, findingTags, isolated, riskBadge, type UndoableDecision, undoBar, verdictLabels } from './parts.ts'
import type { LiveSite } from '#ports/site.ts'

/** Common to all pages of the queue. */
export type QueueContext = {
  site: LiveSite
  words: LibraryWords
  editor: Editor
  selection: QueueSelection
  undoable: readonly UndoableDecision[]
  now: Date
  requireAssessment: AssessmentRule
}

export const queueScripts = (): Html => html`<link rel="stylesheet" href="${assetUrl('console-queue.css')}" />
    <script type="module" src="${assetUrl('console-queue.js')}"></script>
    <script type="module" src="${assetUrl('console-bench.js')}"></script>`

const tabs: readonly { label: string; to: Pick<QueueSelection, 'order' | 'state' | 'assessed'> }[] = [
  { label: 'Oldest first', to: { order: 'age', state: 'pending', assessed: null } },
  { label: 'Highest risk first', to: { order: 'risk', state: 'pending', assessed: null } },
  { label: 'Not yet assessed', to: { order: 'age', state: 'pending', assessed: false } },
  { label: 'Assessed', to: { order: 'age', state: 'pending', assessed: true } },
  { label: 'Waiting for submitters', to: { order: 'age', state: 'changes_requested', assessed: null } },
]

const tab = (selection: QueueSelection, { label, to }: (typeof tabs)[number]): Html => {
  const here =
    selection.state === to.state &&
    selection.assessed === to.assessed &&
    (selection.state !== 'pending' || selection.order === to.order)
  return html`<li><a href="/console/queue${queueSearchParams({ ...selection, ...to })}"${here && html` aria-current="true"`}>${label}</a></li>`
}

const filterNotice = (selection: QueueSelection): Html | false =>
  (selection.key !== null || selection.session !== null || selection.assessed !== null) &&
  html`<p>Only papers ${selection.assessed !== null && (selection.assessed ? 'that are assessed ' : 'that are not yet assessed ')}${selection.key !== null && html`of the key <code>${selection.key}</code> `}${
    selection.session !== null && html`of the ingestion session <code>${selection.session}</code> `
  }· <a href="/console/queue${queueSearchParams({ ...selection, key: null, session: null, assessed: null })}">show all</a></p>`

const proposalNotice = (proposed: number): Html | false =>
  proposed > 0 &&
  html`<p><a href="/console/proposals">${proposed === 1 ? 'One proposal for a public paper' : `${proposed} proposals for public papers`}</a> to accept or dismiss.</p>`

const unassessedNotice = (unassessed: number): Html | false =>
  unassessed > 0 &&
  html`<p><a href="/console/papers?assessed=false">${pluralize(unassessed, 'public paper is', 'public papers are')} not yet assessed</a>.</p>`

const advice = ({ advice: given }: QueuedPaper): Html | false =>
  given.length > 0 &&
  html`<span class="quiet">recommended: ${given.map((event) => verdictLabels[event].does.toLowerCase()).join(', ')}</span>`

const sender = (paper: QueuedPaper, selection: QueueSelection): Renderable => [
  paper.submittedBy !== null &&
    html`<a href="/console/queue${queueSearchParams({ ...selection, key: paper.submittedBy })}">${isolated(paper.keyLabel ?? paper.submittedBy)}</a> `,
  paper.session !== null &&
    html`<a href="/console/queue${queueSearchParams({ ...selection, session: paper.session })}">${paper.session}</a> `,
]

/** Shown for a paper that an editor has to place first. */
const unplaced = ({ lackedChapter }: QueuedPaper): Html | false =>
  lackedChapter !== null && html`<span class="risk some">names chapter ${lackedChapter}, which the library lacks</span>`

/** Shown where a rule keeps papers in review that are not assessed. */
const waiting = ({ lacks }: QueuedPaper, { requireAssessment }: QueueContext): Html | false =>
  requireAssessment !== 'none' &&
  lacks.length > 0 &&
  html`<span class="risk some">waits for an assessment: lacks ${lackingText(lacks)}</span>`

const entry = (paper: QueuedPaper, frame: QueueContext): Html => {
  const { selection, now } = frame
  return html`<li>
      <h2><a href="/console/queue/${paper.id}${queueSearchParams(selection)}" data-entry data-swap>${isolated(withFormulas(paper.title))}</a></h2>
      <p class="line">
        <code>${paper.id}</code> ${paper.year}
        ${riskBadge(paper.checkReport?.risk ?? null)}
        <span title="${paper.submittedAt}">${ageText(paper.submittedAt, now)} old</span>
        ${paper.version > 1 && html`<span>version ${paper.version}</span>`}
        ${unplaced(paper)}${waiting(paper, frame)}
        ${sender(paper, selection)}${advice(paper)}
      </p>
      ${findingTags(paper.checkReport?.findings ?? [])}
    </li>`
}

/** Ways to fill an empty queue, for those who may use them. */
const waysIn = ({ editor }: QueueContext): Html | false =>
  includesRole(editor.role, 'editor') &&
  html`<p>Papers come in when you <a href="/console/imports">import a file of records</a>, <a href="/console/files">add PDFs</a> or <a href="/console/sources">watch a source</a>.</p>`

export type QueuePageView = {
  papers: readonly QueuedPaper[]
  total: number
  next: string | null
  canAcceptAll: boolean
  /** How many proposals for public papers this editor can decide on. */
  proposed: number
  /** How many public papers this editor could assess. */
  unassessed: number
}

export const queuePage = (
  frame: QueueContext,
  { papers, total, next, canAcceptAll, proposed, unassessed }: QueuePageView,
): Html => {
  const { site, editor, selection, undoable, now } = frame
  return consolePage({
    title: 'Queue',
    site,
    editor,
    activePath: '/console/queue',
    head: queueScripts(),
    body: html`<h1>Queue <span class="quiet">${total}</span></h1>
      ${undoBar(undoable, selection, now)}
      <nav aria-label="Order"><ul class="tabs">${tabs.map((each) => tab(selection, each))}</ul></nav>
      ${proposalNotice(proposed)}
      ${unassessedNotice(unassessed)}
      ${filterNotice(selection)}
      ${
        papers.length === 0
          ? html`<p class="lead">The queue is empty.</p>${waysIn(frame)}`
          : html`<ol class="queue">${papers.map((paper) => entry(paper, frame))}</ol>`
      }
      <p class="pages">${next !== null && html`<a href="/console/queue${queueSearchParams(selection, { cursor: next })}" rel="next">More</a>`}
        ${
          canAcceptAll &&
          html`<a class="button plain" href="/console/accept-all${queueSearchParams(selection)}">Accept all ${total} …</a>`
        }${
          canAcceptAll &&
          selection.assessed !== true &&
          html` <a class="button plain" href="/console/assess-many?in=queue">Assess many …</a>`
        }</p>
      <p class="quiet keys-hint"><kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>u</kbd> undoes the last decision.</p>`,
  })
}

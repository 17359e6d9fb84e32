import type { SavedView } from '#core/access/saved-view.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import type { LibraryWords } from '#core/papers/library-words.ts'
import type { AssessmentRule } from '#core/assessment/assessment-rule.ts'
import { lackingText } from '#core/assessment/lacking.ts'
import { type Editor, includesRole } from '#core/access/editor.ts'
import { type BulkChangeRecord, MAX_BULK_PAPERS } from '#core/review/bulk-change.ts'
import type { QueuedPaper, QueueOrder } from '#core/review/queue.ts'
import { groupedNumber } from '#core/numbers.ts'
import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import { formScripts, type Option } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import {
  type ListColumn,
  type ListFilter,
  listHead,
  type ListOrder,
  listSection,
  type ListView,
  MOST_COUNTED,
} from '#http/console/pages/list.ts'
import { isolated } from '#http/console/pages/parts.ts'
import { bulkControls, changedNotice, PREVIEW, reviewDecisions } from '#http/console/papers/pages/bulk-changes.ts'
import {
  ordersIn,
  queueAddress,
  queueSearchParams,
  type QueueSelection,
  toQueueOrder,
} from '#http/console/queue/input.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { ageText, findingTags, riskBadge, type UndoableDecision, undoBar, verdictLabels } from './parts.ts'
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

/** The list is on every page: links and decisions lead from one to the other without another page load. */
export const queueScripts = (): Html => html`<link rel="stylesheet" href="${assetUrl('console-queue.css')}" />
    ${formScripts()}
    <script type="module" src="${assetUrl('console-queue.js')}"></script>
    ${listHead()}
    <script type="module" src="${assetUrl('console-bench.js')}"></script>
    <script type="module" src="${assetUrl('console-concepts.js')}"></script>`

const tabs: readonly { label: string; to: Pick<QueueSelection, 'state' | 'assessed'> }[] = [
  { label: 'To review', to: { state: 'pending', assessed: null } },
  { label: 'Not yet assessed', to: { state: 'pending', assessed: false } },
  { label: 'Assessed', to: { state: 'pending', assessed: true } },
  { label: 'Waiting for submitters', to: { state: 'changes_requested', assessed: null } },
]

const tab = (selection: QueueSelection, { label, to }: (typeof tabs)[number]): Html => {
  const here = selection.state === to.state && selection.assessed === to.assessed
  return html`<li><a href="/console/queue${queueSearchParams({ ...selection, ...to })}"${here && html` aria-current="true"`}>${label}</a></li>`
}

/** Up to this many are counted for each notice. */
export const MOST_NOTICED = MOST_COUNTED

const counted = (count: number): string =>
  count > MOST_NOTICED ? `More than ${groupedNumber(MOST_NOTICED)}` : String(count)

const proposalNotice = (proposed: number): Html | false =>
  proposed > 0 &&
  html`<p><a href="/console/proposals">${proposed === 1 ? 'One proposal for a public paper' : `${counted(proposed)} proposals for public papers`}</a> to accept or dismiss.</p>`

const unassessedNotice = (unassessed: number): Html | false =>
  unassessed > 0 &&
  html`<p><a href="/console/papers?assessed=false">${unassessed === 1 ? '1 public paper is' : `${counted(unassessed)} public papers are`} not yet assessed</a>.</p>`

const advice = ({ advice: given }: QueuedPaper): string =>
  given.map((event) => verdictLabels[event].does.toLowerCase()).join(', ')

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

const columnsOf = (frame: QueueContext): ListColumn<QueuedPaper>[] => {
  const { selection, now } = frame
  return [
    { name: 'id', label: 'Id', shown: 'always', cell: ({ id }) => html`<code>${id}</code>` },
    {
      name: 'title',
      label: 'Title',
      shown: 'always',
      cell: (paper) =>
        html`<a href="/console/queue/${paper.id}${queueSearchParams(selection)}" dir="auto" data-entry data-swap>${withFormulas(paper.title)}</a> ${unplaced(paper)}${waiting(paper, frame)}`,
    },
    { name: 'year', label: 'Year', cell: ({ year }) => year },
    {
      name: 'risk',
      label: 'Risk',
      orders: ['risk', 'least-risk'],
      cell: ({ checkReport }) => riskBadge(checkReport?.risk ?? null),
    },
    { name: 'findings', label: 'Findings', cell: ({ checkReport }) => findingTags(checkReport?.findings ?? []) },
    {
      name: 'age',
      label: 'Age',
      orders: ['age', 'latest'],
      cell: ({ submittedAt }) => html`<span title="${submittedAt}">${ageText(submittedAt, now)}</span>`,
    },
    { name: 'from', label: 'From', cell: (paper) => sender(paper, selection) },
    { name: 'advice', label: 'Recommended', cell: advice },
    { name: 'version', label: 'Version', shown: 'on request', cell: ({ version }) => version },
  ]
}

const orderLabels: Record<QueueOrder, Omit<ListOrder, 'value'>> = {
  age: { label: 'oldest first', direction: 'ascending' },
  latest: { label: 'latest first', direction: 'descending' },
  risk: { label: 'highest risk first', direction: 'descending' },
  'least-risk': { label: 'lowest risk first', direction: 'ascending' },
}

const option = (value: string, label: string): Option => ({ value, label })

const filtersOf = ({ q, state, key, session, assessed, maxRisk }: QueueSelection): ListFilter[] => [
  { kind: 'search', name: 'q', label: 'Id or words', value: q },
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    value: state,
    options: [option('pending', 'to review'), option('changes_requested', 'changes requested')],
  },
  {
    kind: 'choice',
    name: 'assessed',
    label: 'Assessed',
    value: assessed === null ? null : String(assessed),
    options: [option('', 'any'), option('true', 'yes'), option('false', 'not yet')],
  },
  {
    kind: 'text',
    name: 'maxRisk',
    label: 'Risk at most',
    value: maxRisk === null ? null : String(maxRisk),
    example: '40',
  },
  { kind: 'text', name: 'key', label: 'Key', value: key, example: 'k_…' },
  { kind: 'text', name: 'session', label: 'Session', value: session, example: 'its id' },
]

/** Ways to fill an empty queue, for those who may use them. */
const waysIn = ({ editor }: QueueContext): Html | false =>
  includesRole(editor.role, 'editor') &&
  html`Papers come in when you <a href="/console/imports">import a file of records</a>, <a href="/console/files">add PDFs</a> or <a href="/console/sources">watch a source</a>.`

export type QueuePageView = {
  papers: readonly QueuedPaper[]
  total: number
  isFirst: boolean
  next: string | null
  /** Whether the rows of the page are selected from the start. */
  isSelected: boolean
  chapters: readonly NamedChapter[]
  /** What has just been changed. */
  changed: BulkChangeRecord | null
  views: readonly SavedView[] | null
  /** How many proposals for public papers this editor can decide on. */
  proposed: number
  /** How many public papers this editor could assess. */
  unassessed: number
}

const toList = (frame: QueueContext, view: QueuePageView): ListView<QueuedPaper> => {
  const { selection, editor, words } = frame
  const isUnfiltered =
    toQueueOrder(selection) === selection.order && queueSearchParams({ ...selection, order: 'age', columns: [] }) === ''
  return {
    name: 'queue',
    views: view.views,
    address: queueAddress({ ...selection, order: toQueueOrder(selection) }),
    label: 'Queue',
    words: ['submission', 'submissions'],
    columns: columnsOf(frame),
    rows: view.papers,
    filters: filtersOf(selection),
    orders: ordersIn(selection.state).map((value) => ({ value, ...orderLabels[value] })),
    isFirst: view.isFirst,
    next: view.next === null ? null : ['cursor', view.next],
    total: { count: view.total, isExact: true },
    empty: isUnfiltered
      ? html`The queue is empty. ${waysIn(frame)}`
      : html`The queue is empty. <a href="/console/queue">Show all</a>`,
    ...(includesRole(editor.role, 'editor') && {
      selection: {
        action: PREVIEW,
        name: 'paper',
        idOf: ({ id }: QueuedPaper) => id,
        most: MAX_BULK_PAPERS,
        isPage: view.isSelected,
        controls: bulkControls(words, view.chapters, reviewDecisions),
      },
    }),
  }
}

/** Ways to decide or assess more than can be selected. */
const manyLinks = ({ selection, editor }: QueueContext, total: number): Html | false =>
  selection.state === 'pending' &&
  total > 1 &&
  includesRole(editor.role, 'editor') &&
  html`<p class="acts"><a class="button plain" href="/console/accept-all${queueSearchParams(selection)}">Accept all ${total} …</a>${
    selection.assessed !== true && html` <a class="button plain" href="/console/assess-many?in=queue">Assess many …</a>`
  }</p>`

export const queuePage = (frame: QueueContext, view: QueuePageView): Html => {
  const { site, editor, selection, undoable, now } = frame
  return consolePage({
    title: 'Queue',
    site,
    editor,
    activePath: '/console/queue',
    head: queueScripts(),
    body: html`<h1>Queue</h1>
      ${undoBar(undoable, selection, now)}
      ${changedNotice(view.changed, view.chapters)}
      <nav aria-label="Parts"><ul class="tabs">${tabs.map((each) => tab(selection, each))}</ul></nav>
      ${proposalNotice(view.proposed)}
      ${unassessedNotice(view.unassessed)}
      ${listSection(toList(frame, view))}
      ${manyLinks(frame, view.total)}
      <p class="quiet keys-hint"><kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>u</kbd> undoes the last decision, <kbd>?</kbd> shows all keys.</p>`,
  })
}

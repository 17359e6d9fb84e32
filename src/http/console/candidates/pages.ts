import type { Editor } from '#core/access/editor.ts'
import type { SavedView } from '#core/access/saved-view.ts'
import { MAX_BULK_PAPERS } from '#core/review/bulk-change.ts'
import type { CandidateOrigin, CandidateVerdict, PaperCandidate, RankedCandidate } from '#core/sources/candidate.ts'
import { pluralize } from '#core/numbers.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import type { SimilarText } from '#core/sources/rank-candidates.ts'
import { html, type Html, plainParagraphs, withFormulas } from '#html.ts'
import { hiddenInput, scrollableTable, successNotice } from '#http/console/pages/form.ts'
import { foldedAuthors } from '#http/console/pages/folds.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { type ListColumn, listHead, listSection, listUrl, type ListView } from '#http/console/pages/list.ts'
import { dateTime } from '#http/console/pages/parts.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { safeUrl } from '#http/pages/safe-url.ts'
import { positionOfCandidate } from '#schemas/candidate-position.ts'
import type { CandidateCitations } from '#ports/store/citations.ts'
import type { LiveSite } from '#ports/site.ts'
import {
  backToList,
  candidateAddress,
  type CandidateList,
  type CandidateListQuery,
  numbersText,
  PATH,
  searchOfPage,
} from './input.ts'

export const PREVIEW = `${PATH}/preview`
export const DECIDE = `${PATH}/decide`
export const REOPEN = `${PATH}/reopen`

/** The form of the buttons in the rows: the table is in the form of what is done with selected ones. */
const ROW_FORM = 'one-candidate'

/** So many rows show their abstracts; the link in each other row makes it the first. */
const ABSTRACTS = 10

type InboxView = {
  editor: Editor
  query: CandidateListQuery
  candidates: readonly RankedCandidate[]
  origins: ReadonlyMap<number, readonly CandidateOrigin[]>
  /** What cites those that references led to. */
  cited: ReadonlyMap<number, CandidateCitations>
  sources: readonly { id: number; name: string }[]
  views: readonly SavedView[]
  /** How many are open in all. */
  open: number
  next: Parameters<typeof positionOfCandidate>[0] | null
  /** Those that were just dismissed and still are. */
  dismissed: readonly PaperCandidate[]
}

export const candidateName = ({ paper, listed, doi, arxivId }: PaperCandidate): string =>
  paper?.title ?? listed?.title ?? doi ?? arxivId ?? listed?.url ?? 'an unknown work'

/** Where a candidate can be read. */
const addressOf = ({ paper, listed, doi, arxivId }: PaperCandidate): string | null =>
  paper !== null
    ? paper.url
    : (listed?.url ?? (arxivId === null ? doi && `https://doi.org/${doi}` : `https://arxiv.org/abs/${arxivId}`))

const judged = ({ id, title }: SimilarText): Html =>
  /^p\d+$/u.test(id)
    ? html`<a href="/console/papers/${id}" dir="auto">${withFormulas(title)}</a>`
    : html`<span dir="auto">${withFormulas(title)}</span>`

const judgedList = (label: string, works: readonly SimilarText[]): Html | false =>
  works.length > 0 &&
  html`<p class="line"><span>${label} ${works.map((work, index) => html`${index > 0 && '; '}${judged(work)}`)}</span></p>`

const UNFETCHED = 'Only its identifier is known; “longview ingest LIST --resolve” fetches its record.'
const ONLY_ADDRESS = 'Only its address is known; its record can be imported.'

const citedLine = (cited: CandidateCitations | undefined): Html | false =>
  cited !== undefined &&
  html`<p class="line">Cited ${cited.citations === 1 ? 'once' : `${cited.citations} times`} here: ${cited.papers.map(
    ({ id, title }, index) =>
      html`${index > 0 && '; '}<a href="/console/papers/${id}" dir="auto">${withFormulas(title)}</a>`,
  )}${cited.citations > cited.papers.length && '; …'}</p>`

const reasonsOf = ({ reasons, paper, doi, arxivId }: RankedCandidate): Html | false =>
  paper === null
    ? html`<p class="line">${doi === null && arxivId === null ? ONLY_ADDRESS : UNFETCHED}</p>`
    : reasons === null
      ? html`<p class="line">Not ranked yet.</p>`
      : html`${judgedList('Similar to accepted papers:', reasons.like)}${judgedList('Similar to rejected papers:', reasons.unlike)}`

const originOf = ({ source, place, fetchedAt }: CandidateOrigin): Html =>
  html`<li>${source?.name ?? place}, ${dateTime(fetchedAt)}</li>`

/** Single keys act on the row with the focus, or else on the first. */
const key = (name: string, isFirst: boolean): Html =>
  html` data-row-key="${name}"${isFirst && html` data-key="${name}"`}`
const hint = (name: string, isFirst: boolean): Html | false => isFirst && html` <kbd>${name}</kbd>`

const decisions = ({ id, paper }: RankedCandidate, isFirst: boolean): Html =>
  html`${
    paper !== null &&
    html`<button type="submit" form="${ROW_FORM}" formaction="${PATH}/${id}/keep"${key('a', isFirst)}>Keep${hint('a', isFirst)}</button> `
  }<button class="plain" type="submit" form="${ROW_FORM}" formaction="${PATH}/${id}/dismiss"${key('r', isFirst)}>Dismiss${hint('r', isFirst)}</button>`

/** The abstract, or the way to the page that begins with this candidate, after the one before it. */
const abstractOf = (candidate: RankedCandidate, { query, candidates }: InboxView): Html | false => {
  const { paper } = candidate
  const index = candidates.indexOf(candidate)
  const before = candidates[index - 1]
  if (paper === null || paper.abstract === null) return false
  if (index < ABSTRACTS || before === undefined)
    return html`<details data-reads${index === 0 && html` open`}><summary>Abstract</summary>${plainParagraphs(paper.abstract)}</details>`
  const here = listUrl(PATH, { ...candidateAddress(query), after: positionOfCandidate(before) })
  return html`<a href="${here}" data-reads data-swap>Abstract</a>`
}

const workCell = (candidate: RankedCandidate, view: InboxView): Html => {
  const { paper } = candidate
  const url = safeUrl(addressOf(candidate))
  const name = withFormulas(candidateName(candidate))
  const topics = candidate.listed?.topics ?? []
  return html`<div class="work">${
    url === null
      ? html`<span dir="auto" tabindex="-1" data-entry>${name}</span>`
      : html`<a href="${url}" rel="noreferrer" dir="auto" data-entry>${name}</a>`
  }
      ${paper !== null && html`${foldedAuthors(paper.authors, `, ${paper.date ?? paper.year}`)}`}
      ${topics.length > 0 && html`<p class="line" dir="auto">Listed under ${topics.join(', ')}</p>`}
      ${abstractOf(candidate, view)}</div>`
}

const columnsOf = (view: InboxView): ListColumn<RankedCandidate>[] => [
  { name: 'work', label: 'Work', shown: 'always', cell: (candidate) => workCell(candidate, view) },
  {
    name: 'decide',
    label: 'Decide',
    shown: 'always',
    cell: (candidate) => decisions(candidate, candidate === view.candidates[0]),
  },
  {
    name: 'why',
    label: 'Why',
    orders: ['best'],
    cell: (candidate) => html`<div class="why">${citedLine(view.cited.get(candidate.id))}${reasonsOf(candidate)}</div>`,
  },
  {
    name: 'from',
    label: 'From',
    cell: ({ id }) => html`<ul class="tags">${(view.origins.get(id) ?? []).map(originOf)}</ul>`,
  },
  {
    name: 'found',
    label: 'Found (UTC)',
    shown: 'on request',
    orders: ['latest', 'oldest'],
    cell: ({ foundAt }) => dateTime(foundAt),
  },
]

const toList = (view: InboxView): ListView<RankedCandidate> => {
  const { query, candidates, sources, next, open } = view
  const isWhole = query.q === null && query.source === null
  const isFirst = query.after === null
  return {
    name: 'candidates',
    views: view.views,
    address: candidateAddress(query),
    label: 'Inbox',
    words: ['candidate', 'candidates'],
    columns: columnsOf(view),
    rows: candidates,
    filters: [
      { kind: 'search', name: 'q', label: 'Words or identifier', value: query.q },
      {
        kind: 'choice',
        name: 'source',
        label: 'From',
        value: query.source === null ? null : String(query.source),
        options: [
          { value: '', label: 'anywhere' },
          ...sources.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: 'list', label: 'a list that somebody gave' },
        ],
      },
    ],
    orders: [
      { value: 'best', label: 'most promising first', direction: 'descending' },
      { value: 'latest', label: 'latest found first', direction: 'descending' },
      { value: 'oldest', label: 'oldest found first', direction: 'ascending' },
    ],
    isFirst,
    next: next === null ? null : ['after', positionOfCandidate(next)],
    total: isWhole ? { count: open, isExact: true } : null,
    empty: !isWhole
      ? next === null
        ? 'No candidates found.'
        : 'None found here; there are more.'
      : isFirst
        ? 'There is nothing new.'
        : 'That was the last one.',
    selection: {
      action: PREVIEW,
      name: 'candidate',
      idOf: ({ id }) => String(id),
      labelOf: (candidate) => plainMathematics(candidateName(candidate)),
      most: MAX_BULK_PAPERS,
      isPage: query.selected !== undefined,
      controls: html`<div class="list-controls"><button class="plain" type="submit" name="verdict" value="dismiss">Dismiss …</button>
      <button class="plain" type="submit" name="verdict" value="keep">Keep …</button></div>
    <p class="quiet">A preview comes first.</p>`,
    },
  }
}

const undoForm = ({ query, dismissed }: InboxView): Html | false => {
  const [first] = dismissed
  const path = dismissed.length === 1 ? `${PATH}/${first?.id ?? 0}/reopen` : REOPEN
  return (
    first !== undefined &&
    html`<div class="toast" role="status"><form method="post" action="${path}" data-swap>
      ${hiddenInput('where', searchOfPage(query))}${hiddenInput('candidates', numbersText(dismissed.map(({ id }) => id)))}
      Dismissed: ${dismissed.length === 1 ? html`<span dir="auto">${withFormulas(candidateName(first))}</span>` : `${dismissed.length} candidates`}
      <button class="plain" type="submit" data-key="u">Undo <kbd>u</kbd></button>
    </form></div>`
  )
}

const doneText = ({ kept, submitted, left = 0 }: CandidateListQuery): string | null => {
  const others =
    left === 0 ? '' : ` ${pluralize(left, 'other was', 'others were')} left as ${left === 1 ? 'it was' : 'they were'}.`
  if (kept !== undefined) return `Kept: it is in the queue as ${kept}.`
  if (submitted !== undefined)
    return `Kept: ${pluralize(submitted, 'candidate is', 'candidates are')} in the queue.${others}`
  return others === '' ? null : others.trim()
}

/** Candidates from the watched sources, best first. */
export const inboxPage = ({ site }: { site: LiveSite }, view: InboxView): Html => {
  const { editor, query, open } = view
  return consolePage({
    title: 'Inbox',
    site,
    editor,
    activePath: PATH,
    head: html`<link rel="stylesheet" href="${assetUrl('console-queue.css')}" />
    <script type="module" src="${assetUrl('console-queue.js')}"></script>
    ${listHead()}`,
    body: html`<h1>Inbox</h1>
      <p>${open === 1 ? 'One candidate is waiting' : `${open} candidates are waiting`}; those most similar to accepted papers come first. <a href="/console/sources">Sources</a></p>
      ${successNotice(doneText(query))}
      ${undoForm(view)}
      ${listSection(toList(view))}
      <form id="${ROW_FORM}" method="post" action="${DECIDE}" data-swap>${hiddenInput('where', searchOfPage(query))}</form>
      <p class="quiet keys-hint"><kbd>a</kbd> keeps and <kbd>r</kbd> dismisses the row with the focus, or else the first; <kbd>j</kbd> <kbd>k</kbd> move, <kbd>u</kbd> undoes a dismissal, <kbd>?</kbd> shows all keys.</p>`,
  })
}

type PreviewView = {
  editor: Editor
  list: CandidateList
  verdict: CandidateVerdict
  deciding: readonly PaperCandidate[]
  left: readonly { id: number; name: string | null; because: string }[]
  /** Whether more match than can be decided on at a time. */
  isCut: boolean
}

const consequences: Record<CandidateVerdict, string> = {
  dismiss: 'They are never shown again, whichever source finds them. You can undo it on the page that follows.',
  keep: 'Each becomes a submission in the queue, with its checks. It cannot be undone here; in the queue each can be rejected.',
}

const workRow = (id: number, name: string | null, more: string | null): Html =>
  html`<tr><td>${id}</td><td dir="auto">${name !== null && withFormulas(name)}</td>${more !== null && html`<td>${more}</td>`}</tr>`

/** What a decision on many candidates does, before it is made. */
export const candidatePreviewPage = ({ site }: { site: LiveSite }, view: PreviewView): Html => {
  const { editor, list, verdict, deciding, left, isCut } = view
  const does = verdict === 'keep' ? 'Keep' : 'Dismiss'
  const many = pluralize(deciding.length, 'candidate', 'candidates')
  return consolePage({
    title: `${does} many`,
    site,
    editor,
    activePath: PATH,
    body: html`<h1>${does} ${many}?</h1>
      ${isCut && html`<p>More match. These are the first ${MAX_BULK_PAPERS}, which is the most at a time.</p>`}
      <form class="stack" method="post" action="${DECIDE}">
        ${hiddenInput('verdict', verdict)}${hiddenInput('candidates', numbersText(deciding.map(({ id }) => id)))}${hiddenInput('where', searchOfPage(list))}
        ${
          deciding.length > 0
            ? html`<p>${consequences[verdict]}</p>
        <button type="submit"${verdict === 'dismiss' && html` autofocus`}>${does} ${many}</button>`
            : html`<p class="lead">There is nothing to decide on.</p>`
        }
        <a class="button plain" href="${backToList(list)}">Back</a>
      </form>
      ${
        deciding.length > 0 &&
        scrollableTable(
          `Candidates to ${verdict}`,
          ['Number', 'Title'],
          deciding.map((one) => workRow(one.id, candidateName(one), null)),
        )
      }
      ${
        left.length > 0 &&
        html`<h2>${left.length === 1 ? 'One stays as it is' : `${left.length} stay as they are`}</h2>
      ${scrollableTable(
        'Candidates that stay as they are',
        ['Number', 'Title', 'Why'],
        left.map(({ id, name, because }) => workRow(id, name, because)),
      )}`
      }`,
  })
}

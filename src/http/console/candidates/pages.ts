import type { Editor } from '#core/access/editor.ts'
import type { CandidateOrigin, PaperCandidate, RankedCandidate } from '#core/sources/candidate.ts'
import type { SimilarText } from '#core/sources/rank-candidates.ts'
import { html, type Html, plainParagraphs, withFormulas } from '#html.ts'
import { successNotice } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { dateTime } from '#http/console/pages/parts.ts'
import { assetUrl } from '#http/pages/layout.ts'
import { safeUrl } from '#http/pages/safe-url.ts'
import { positionOfCandidate } from '#schemas/candidate-position.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/candidates'

type InboxView = {
  editor: Editor
  candidates: readonly RankedCandidate[]
  origins: ReadonlyMap<number, readonly CandidateOrigin[]>
  open: number
  isFirst: boolean
  isLast: boolean
  dismissed: PaperCandidate | null
  kept: string | null
}

const nameOf = ({ paper, listed, doi, arxivId }: PaperCandidate): string =>
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

const reasonsOf = ({ reasons, paper, doi, arxivId }: RankedCandidate): Html | false =>
  paper === null
    ? html`<p class="line">${doi === null && arxivId === null ? ONLY_ADDRESS : UNFETCHED}</p>`
    : reasons === null
      ? html`<p class="line">Not ranked yet.</p>`
      : html`${judgedList('Similar to accepted papers:', reasons.like)}${judgedList('Similar to rejected papers:', reasons.unlike)}`

const originOf = ({ source, place, fetchedAt }: CandidateOrigin): Html =>
  html`<li>${source?.name ?? place}, ${dateTime(fetchedAt)}</li>`

/** Single keys act on the first candidate only. */
const key = (name: string, isFirst: boolean): Html | false => isFirst && html` data-key="${name}"`
const hint = (name: string, isFirst: boolean): Html | false => isFirst && html` <kbd>${name}</kbd>`

const decisions = (candidate: RankedCandidate, isFirst: boolean): Html => {
  const { id, paper } = candidate
  return html`<div class="line">
        ${
          paper !== null &&
          html`<form method="post" action="${PATH}/${id}/keep" data-swap><button type="submit"${key('a', isFirst)}>Keep${hint('a', isFirst)}</button></form>`
        }
        <form method="post" action="${PATH}/${id}/dismiss" data-swap><button class="plain" type="submit"${key('r', isFirst)}>Dismiss${hint('r', isFirst)}</button></form>
        ${isFirst && html`<a href="${PATH}?after=${positionOfCandidate(candidate)}" data-key="j" data-swap>Later <kbd>j</kbd></a>`}
      </div>`
}

const entry = (candidate: RankedCandidate, origins: readonly CandidateOrigin[], isFirst: boolean): Html => {
  const { paper } = candidate
  const url = safeUrl(addressOf(candidate))
  const topics = candidate.listed?.topics ?? []
  const name = withFormulas(nameOf(candidate))
  return html`<li>
      <h2 dir="auto">${url === null ? name : html`<a href="${url}" rel="noreferrer">${name}</a>`}</h2>
      ${paper !== null && html`<p class="line" dir="auto">${paper.authors.slice(0, 8).join(', ')}${paper.authors.length > 8 && ' and others'}, ${paper.date ?? paper.year}</p>`}
      ${topics.length > 0 && html`<p class="line" dir="auto">Listed under ${topics.join(', ')}</p>`}
      ${reasonsOf(candidate)}
      ${
        paper !== null &&
        paper.abstract !== null &&
        html`<details${isFirst && html` open`}><summary>Abstract</summary>${plainParagraphs(paper.abstract)}</details>`
      }
      <ul class="tags">${origins.map(originOf)}</ul>
      ${decisions(candidate, isFirst)}
    </li>`
}

const undoForm = (dismissed: PaperCandidate | null): Html | false =>
  dismissed?.state === 'dismissed' &&
  html`<form class="done" role="status" method="post" action="${PATH}/${dismissed.id}/reopen" data-swap>
      Dismissed: <span dir="auto">${withFormulas(nameOf(dismissed))}</span>
      <button class="plain" type="submit" data-key="u">Undo <kbd>u</kbd></button>
    </form>`

/** Candidates from the watched sources, best first. */
export const inboxPage = ({ site }: { site: LiveSite }, view: InboxView): Html => {
  const { editor, candidates, origins, open, isFirst, isLast, dismissed, kept } = view
  const last = candidates.at(-1)
  return consolePage({
    title: 'Inbox',
    site,
    editor,
    activePath: PATH,
    head: html`<link rel="stylesheet" href="${assetUrl('console-queue.css')}" />
    <script type="module" src="${assetUrl('console-queue.js')}"></script>`,
    body: html`<h1>Inbox</h1>
      <p>${open === 1 ? 'One candidate is waiting' : `${open} candidates are waiting`}; those most similar to accepted papers come first. <a href="/console/sources">Sources</a></p>
      ${successNotice(kept === null ? null : `Kept: it is in the queue as ${kept}.`)}
      ${undoForm(dismissed)}
      ${
        candidates.length === 0
          ? html`<p>${isFirst ? 'There is nothing new.' : 'That was the last one.'}</p>`
          : html`<ol class="queue">${candidates.map((candidate, index) => entry(candidate, origins.get(candidate.id) ?? [], index === 0))}</ol>`
      }
      ${!isFirst && html`<p><a href="${PATH}" data-swap>Back to the first</a></p>`}
      ${!isLast && last !== undefined && html`<p><a href="${PATH}?after=${positionOfCandidate(last)}" rel="next" data-swap>More candidates</a></p>`}`,
  })
}

import type { LibraryWords } from '#core/papers/library-words.ts'
import type { Editor } from '#core/access/editor.ts'
import type { ProposedRevision, RecordOrigin } from '#core/imports/imported-record.ts'
import { isRetracting, noticeLine } from '#core/imports/notice.ts'
import type { FieldChange } from '#core/papers/paper-diff.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { fieldDifferences } from '#http/console/pages/difference.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { dateTime } from '#http/console/pages/parts.ts'
import { assetUrl } from '#http/pages/layout.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/proposals'

/** A proposal with the changes that it would make to the current version of the paper. */
export type ShownProposal = { proposal: ProposedRevision; changes: readonly FieldChange[] }

type ProposalsView = {
  editor: Editor
  words: LibraryWords
  proposals: readonly ShownProposal[]
  open: number
  isFirst: boolean
  isLast: boolean
  /** The proposal that was just decided. */
  decided: ProposedRevision | null
}

const decisionButton = (id: number, { name, label, key }: { name: string; label: string; key: string | null }): Html =>
  html`<form method="post" action="${PATH}/${id}/${name}" data-swap><button${name === 'leave' && html` class="plain"`} type="submit"${key !== null && html` data-key="${key}"`}>${label}${key !== null && html` <kbd>${key}</kbd>`}</button></form>`

const origin = ({ format, place, position }: RecordOrigin): Html =>
  html`<span>${format}, <bdi>${place}</bdi>, <bdi>${position}</bdi></span>`

/** Single keys act on the first proposal only. */
const entry = ({ proposal, changes }: ShownProposal, words: LibraryWords, isFirst: boolean): Html => {
  const { id, paperId, title, proposedAt, source, earlier, notices } = proposal
  const retracts = notices.some(isRetracting)
  return html`<li>
      <h2><a href="/console/papers/${paperId}/edit" dir="auto">${withFormulas(title)}</a></h2>
      <p class="line"><code>${paperId}</code> ${[source, ...earlier.toReversed()].map((one) => html`${origin(one)} `)}${dateTime(proposedAt)}</p>
      ${notices.map((notice) => html`<p dir="auto">${noticeLine(notice)}</p>`)}
      ${retracts ? html`<p>If you retract the paper, its page says so and gives this as the reason.</p>` : changes.length === 0 ? html`<p>The paper already has all of this.</p>` : fieldDifferences(changes, words)}
      <div class="line">
        ${decisionButton(id, { name: 'take', label: retracts ? 'Retract' : 'Accept', key: isFirst ? 'a' : null })}
        ${decisionButton(id, { name: 'leave', label: 'Dismiss', key: isFirst ? 'r' : null })}
        ${isFirst && html`<a href="${PATH}?after=${id}" data-key="j" data-swap>Later <kbd>j</kbd></a>`}
      </div>
    </li>`
}

const decidedNotice = (decided: ProposedRevision | null): Html | false =>
  decided !== null &&
  decided.state !== 'open' &&
  html`<p class="done" role="status">${decided.state === 'taken' ? 'Accepted' : 'Dismissed'}: <a href="/console/papers/${decided.paperId}/versions" dir="auto">${withFormulas(decided.title)}</a></p>`

/** Changes to public papers that imported records propose, oldest first. */
export const proposalsPage = ({ site }: { site: LiveSite }, view: ProposalsView): Html => {
  const { editor, words, proposals, open, isFirst, isLast, decided } = view
  const last = proposals.at(-1)?.proposal.id
  return consolePage({
    title: 'Proposals',
    site,
    editor,
    activePath: PATH,
    head: html`<link rel="stylesheet" href="${assetUrl('console-queue.css')}" />
    <script type="module" src="${assetUrl('console-queue.js')}"></script>`,
    body: html`<h1>Proposals <span class="quiet">${open}</span></h1>
      <p>Records of other catalogues contain this information, but the papers do not. Readers see nothing of a proposal until it is accepted. <a href="/console/joins">Joined records</a> lists what was taken for papers that were there.</p>
      ${decidedNotice(decided)}
      ${
        proposals.length === 0
          ? html`<p>${isFirst ? 'There are no proposals.' : 'That was the last one.'}</p>`
          : html`<ol class="queue">${proposals.map((each, index) => entry(each, words, index === 0))}</ol>`
      }
      ${!isFirst && html`<p><a href="${PATH}" data-swap>Back to the first</a></p>`}
      ${!isLast && last !== undefined && html`<p><a href="${PATH}?after=${last}" rel="next" data-swap>More proposals</a></p>`}`,
  })
}

import { pluralize } from '#core/numbers.ts'
import { assetUrl, layout, type NavigationPath } from '#http/pages/layout.ts'
import { html, type Html } from '#html.ts'
import { alternateLinks } from '#http/reader/addresses.ts'
import { paperLine } from '#http/reader/phrases.ts'
import type { ShownScores } from '#core/papers/shown-scores.ts'
import type { ResolvedPapers } from '#queries/public-papers.ts'
import { paperListFormats } from '#schemas/paper-list-formats.ts'
import { compareBox, compareButton } from './compare-choice.ts'
import { saveButton } from './save-button.ts'
import type { LiveSite } from '#ports/site.ts'

export const READING_LIST = '/reading-list' satisfies NavigationPath

export type SharedList = { ids: readonly string[]; found: ResolvedPapers }

type View = {
  site: LiveSite
  scores: ShownScores
  publicUrl: string
  maxPapers: number
  shared: SharedList | null
}

const script = (): Html => html`<script type="module" src="${assetUrl('reading-list.js')}"></script>`

/** Papers that a link names: to read, save and take along, without a script. */
const sharedBody = ({ ids, found: { papers, missing } }: SharedList, scores: ShownScores): Html => {
  const search = `?ids=${ids.join(',')}`
  const named = (reason: (typeof missing)[number]['reason']): string =>
    missing.flatMap((one) => (one.reason === reason ? [ids[one.index]] : [])).join(', ')
  const [unknown, retracted] = [named('not_found'), named('retracted')]
  return html`<p class="lead">${pluralize(papers.length, 'paper', 'papers')} that somebody put together. Whoever has the link sees them.</p>
      ${unknown !== '' && html`<p class="notice">Not in the library: ${unknown}.</p>`}
      ${retracted !== '' && html`<p class="notice">Retracted: ${retracted}.</p>`}
      ${papers.length > 0 && html`<p class="quiet no-print">Download: ${paperListFormats.map(({ ending, name }, index) => html`${index > 0 && ' · '}<a href="${READING_LIST}.${ending}${search}" download="reading-list.${ending}">${name}</a>`)}</p>`}
      <form action="/compare" method="get">
        <ul class="lines">${papers.map((paper) => paperLine(paper, scores, html`${saveButton(paper)} ${compareBox(paper)}`))}</ul>
        ${papers.length > 1 && compareButton()}
      </form>
      <p class="no-print"><a href="${READING_LIST}">Your own reading list</a></p>`
}

/** The list of this browser, which the script fills. */
const ownBody = (maxPapers: number): Html =>
  html`<p class="lead">Papers that you save are kept in this browser, without an account, up to ${maxPapers} of them. This page asks the library only for their titles; your notes never leave the browser.</p>
      <p id="list-status" role="status">Saving papers needs a script. Links to lists that others share work without.</p>
      <div id="list-tools" class="no-print" hidden>
        <p>Download: ${paperListFormats.map(({ ending, name }) => html`<a data-ending="${ending}" href="${READING_LIST}.${ending}" download="reading-list.${ending}">${name}</a> · `)}<a data-ending="json" href="${READING_LIST}" download="reading-list.json">JSON</a></p>
        <p class="quiet">Notes go along in JSON and Markdown.</p>
        <p><a id="list-link" href="${READING_LIST}">Link to this list</a>, without notes <button class="plain" type="button" id="copy-link">Copy link</button></p>
      </div>
      <form action="/compare" method="get">
        <ul class="lines" id="own-list" aria-label="Saved papers"></ul>
        <div id="compare-saved" hidden>${compareButton()}</div>
      </form>
      <details class="no-print"><summary>Import</summary>
        <form id="import-list">
          <div class="field"><label for="import-file">A file of a reading list (JSON)</label><input type="file" id="import-file" accept=".json,.txt,application/json,text/plain" /></div>
          <div class="field"><label for="import-text">Or ids and links of papers of this library, or a link to a list</label><textarea id="import-text"></textarea></div>
          <button type="submit">Import</button>
        </form>
      </details>`

/** The reader's own list, or one that a link names. */
export const readingListPage = ({ site, scores, publicUrl, maxPapers, shared }: View): Html =>
  layout({
    title: 'Reading list',
    site,
    activePath: READING_LIST,
    description:
      shared === null
        ? 'Papers and notes that are kept in this browser.'
        : 'Papers of the library that somebody put together.',
    address: shared === null ? `${publicUrl}${READING_LIST}` : undefined,
    head: html`${shared !== null && alternateLinks(READING_LIST, paperListFormats, `?ids=${shared.ids.join(',')}`)}${script()}`,
    body: html`<h1>Reading list</h1>
      ${shared === null ? ownBody(maxPapers) : sharedBody(shared, scores)}`,
  })

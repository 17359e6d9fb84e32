import type { Editor } from '#core/access/editor.ts'
import { type SubmissionState, submissionStates } from '#core/review/submission.ts'
import { type LackingField, lackingText } from '#core/assessment/lacking.ts'
import { pluralize } from '#core/numbers.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { scrollableTable, stateFilter } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import type { Site } from './edit.ts'

export type PaperListItem = { id: string; title: string; state: SubmissionState; lacking?: LackingField[] }

type ListView = {
  editor: Editor
  q: string
  state: SubmissionState | ''
  /** Whether only papers that are not yet assessed are listed, and how many there are. */
  isUnassessed: boolean
  unassessed: number
  papers: readonly PaperListItem[]
  /** The URL of the next page. */
  next: string | null
}

const row = ({ id, title, state, lacking = [] }: PaperListItem): Html =>
  html`<tr><td>${id}</td><td dir="auto"><a href="/console/papers/${id}/edit">${withFormulas(title)}</a></td><td>${state.replace('_', ' ')}</td><td>${lackingText(lacking)}</td></tr>`

const states = [
  { value: '', label: 'public', count: null },
  ...submissionStates
    .filter((state) => state !== 'accepted')
    .map((state) => ({ value: state, label: state.replace('_', ' '), count: null })),
]

const unassessedLink = (isHere: boolean, unassessed: number): Html | false =>
  (isHere || unassessed > 0) &&
  html`<p><a href="/console/papers?assessed=false"${isHere && html` aria-current="page"`}>${pluralize(unassessed, 'public paper is', 'public papers are')} not yet assessed</a>${unassessed > 0 && html` · <a href="/console/assess-many">assess many at once</a>`}</p>`

/** Papers in any state: search results, or all papers in one state. */
export const paperListPage = (
  { site }: Site,
  { editor, q, state, isUnassessed, unassessed, papers, next }: ListView,
): Html =>
  consolePage({
    title: 'Papers',
    site,
    editor,
    activePath: '/console/papers',
    body: html`<h1>Papers</h1>
      <form class="filters" method="get" action="/console/papers" role="search">
        <label>Id or words <input type="search" name="q" value="${q}" maxlength="256" /></label>
        <button type="submit">Search</button>
      </form>
      ${q === '' && stateFilter('/console/papers', isUnassessed ? null : state, states)}
      ${q === '' && unassessedLink(isUnassessed, unassessed)}
      ${
        papers.length === 0
          ? html`<p>${q === '' ? (isUnassessed ? 'All public papers are assessed.' : 'There are no papers in this state.') : 'No papers found in any state.'}</p>`
          : scrollableTable('Papers', ['Id', 'Title', 'State', 'Not yet assessed'], papers.map(row))
      }
      ${next !== null && html`<p><a href="${next}" rel="next">Next page</a></p>`}`,
  })

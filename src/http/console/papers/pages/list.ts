import type { Editor } from '#core/access/editor.ts'
import { type SubmissionState, submissionStates } from '#core/review/submission.ts'
import { html, type Html } from '#html.ts'
import { scrollableTable, stateFilter } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import type { Site } from './edit.ts'

export type PaperListItem = { id: string; title: string; state: SubmissionState }

type ListView = {
  editor: Editor
  q: string
  state: SubmissionState | ''
  papers: readonly PaperListItem[]
  /** The URL of the next page. */
  next: string | null
}

const row = ({ id, title, state }: PaperListItem): Html =>
  html`<tr><td>${id}</td><td dir="auto"><a href="/console/papers/${id}/edit">${title}</a></td><td>${state.replace('_', ' ')}</td></tr>`

const states = [
  { value: '', label: 'public', count: null },
  ...submissionStates
    .filter((state) => state !== 'accepted')
    .map((state) => ({ value: state, label: state.replace('_', ' '), count: null })),
]

/** Papers in any state: search results, or all papers in one state. */
export const paperListPage = ({ houseName }: Site, { editor, q, state, papers, next }: ListView): Html =>
  consolePage({
    title: 'Papers',
    houseName,
    editor,
    activePath: '/console/papers',
    body: html`<h1>Papers</h1>
      <form class="filters" method="get" action="/console/papers" role="search">
        <label>Id or words <input type="search" name="q" value="${q}" maxlength="256" /></label>
        <button type="submit">Search</button>
      </form>
      ${q === '' && stateFilter('/console/papers', state, states)}
      ${
        papers.length === 0
          ? html`<p>${q === '' ? 'There are no papers in this state.' : 'No papers found in any state.'}</p>`
          : scrollableTable('Papers', ['Id', 'Title', 'State'], papers.map(row))
      }
      ${next !== null && html`<p><a href="${next}" rel="next">Next page</a></p>`}`,
  })

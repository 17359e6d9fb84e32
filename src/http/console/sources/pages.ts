import { type Editor, includesRole } from '#core/access/editor.ts'
import type { Failure } from '#core/failure.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import {
  isFileKind,
  type SourceKind,
  sourceKinds,
  type SourceRun,
  type WatchedSource,
} from '#core/sources/watched-source.ts'
import { html, type Html } from '#html.ts'
import { formError, scrollableTable, selectInput, textInput } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import { FIRST_DAYS, sourceNumberRule } from '#schemas/source-schema.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/sources'

export type SourceForm = { fields: Readonly<Record<string, string>>; failure: Failure | null }
type WatchedRuns = { source: WatchedSource; runs: readonly SourceRun[] }
type SourcesView = { editor: Editor; watched: readonly WatchedRuns[]; form: SourceForm }

const kindLabels: Record<SourceKind, string> = {
  arxiv: 'arXiv',
  oai: 'OAI-PMH',
  crossref: 'Crossref',
  openalex: 'OpenAlex',
  feed: 'Atom or RSS',
  'retraction-watch': 'Retraction Watch',
}

/** A run of a source. The row already shows its last error next to its name. */
const runLine = (run: SourceRun, { kind, lastError: shownError }: WatchedSource): Html => {
  const { startedAt, endedAt, requests, read, added, known, refused, refusals, error } = run
  const rows = isFileKind(kind) && `${groupedNumber(read)} rows read, `
  return html`<li>${dateTime(startedAt)}: ${rows}${added} new, ${known} known, ${refused} refused in ${pluralize(requests, 'request', 'requests')}${
    endedAt === null && ', not finished'
  }${error !== null && (error === shownError ? ', failed' : html`. <span class="error">${error}</span>`)}${
    refusals.length > 0 &&
    html`<details><summary>Refused records</summary><ul>${refusals.map(({ position, reason }) => html`<li dir="auto">${position}: ${reason}</li>`)}</ul></details>`
  }</li>`
}

const actions = ({ id, state }: WatchedSource): Html => {
  const other = state === 'active' ? 'pause' : 'resume'
  return html`${actionButton({ path: `${PATH}/${id}/${other}`, label: state === 'active' ? 'Pause' : 'Resume', style: 'plain' })}
        ${actionButton({ path: `${PATH}/${id}/remove`, label: 'Remove', style: 'plain' })}`
}

const row = ({ source, runs }: WatchedRuns, isAdmin: boolean): Html => {
  const { id, kind, name, query, address, state, lastSuccessAt, nextRunAt, lastError } = source
  return html`<tr>
      <td>${id}</td><td>${kindLabels[kind]}</td>
      <td dir="auto">${name}<br /><span class="quiet">${query === '' ? address : query}</span>${lastError !== null && html`<br /><span class="error">${lastError}</span>`}</td>
      <td>${state}</td>
      <td>${lastSuccessAt === null ? 'never' : dateTime(lastSuccessAt)}</td>
      <td>${state === 'active' && dateTime(nextRunAt)}</td>
      <td><ul>${runs.map((run) => runLine(run, source))}</ul></td>
      <td>${isAdmin && actions(source)}</td>
    </tr>`
}

const form = ({ fields, failure }: SourceForm): Html => {
  const errors = failure?.details ?? []
  const control = (name: string, label: string, hint: string) =>
    textInput({ name, label, hint, value: fields[name] ?? '', errors })
  return html`<h2 id="add">Add a source</h2>
      <form method="post" action="${PATH}" aria-labelledby="add">
        ${formError(failure === null ? null : failure.message)}
        ${selectInput({ name: 'kind', label: 'Kind', value: fields.kind ?? 'arxiv', errors, options: sourceKinds.map((value) => ({ value, label: kindLabels[value] })) })}
        ${control('query', 'Query', 'An arXiv category or search, an OAI-PMH set, or a Crossref or OpenAlex filter. Leave empty for a feed and Retraction Watch.')}
        ${control('address', 'Address', 'The URL of the repository, the feed or the CSV of Retraction Watch. Leave empty for arXiv, Crossref and OpenAlex.')}
        ${control('from', 'From', `A day such as 2026-11-01, or “all”. Default: ${FIRST_DAYS} days ago.`)}
        ${control('everyMinutes', 'Minutes between runs', `${sourceNumberRule('everyMinutes')}.`)}
        ${control('dailyCap', 'Candidates per day', `${sourceNumberRule('dailyCap')}.`)}
        <button type="submit">Add</button>
      </form>`
}

/** Watched sources with the results of their last runs. Only admins can change them. */
export const sourcesPage = ({ site }: { site: LiveSite }, view: SourcesView): Html => {
  const { editor, watched } = view
  const isAdmin = includesRole(editor.role, 'admin')
  return consolePage({
    title: 'Sources',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Sources</h1>
      <p>Papers that they find are collected in the <a href="/console/candidates">inbox</a>. No other server is contacted before a source is added.</p>
      ${
        watched.length === 0
          ? html`<p>There are no sources yet.</p>`
          : scrollableTable(
              'Sources',
              ['', 'Kind', 'Source', 'State', 'Read (UTC)', 'Next (UTC)', 'Last runs', ''],
              watched.map((one) => row(one, isAdmin)),
            )
      }
      ${isAdmin && form(view.form)}`,
  })
}

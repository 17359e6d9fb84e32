import { fieldName, type LibraryWords, showsField } from '#core/papers/library-words.ts'
import type { Editor } from '#core/access/editor.ts'
import { type ConfidentFields, confidentFieldNames } from '#core/assessment/confident-fields.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import { toUnit } from '#core/papers/score.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { scrollableTable, successNotice } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import type { ProposedAssessment, UnassessedScope } from '#queries/confident-assessments.ts'
import { contractName } from '#schemas/contract-names.ts'
import type { LiveSite } from '#ports/site.ts'

type Place = { scope: UnassessedScope; confidence: number; after: number | null }

/** The address of a page of suggestions. */
export const assessManyUrl = (
  { scope, confidence, after }: Place,
  more: { assessed?: number | undefined; skipped?: number | undefined } = {},
): string => {
  const all = { in: scope, confidence, after, ...more }
  const given = Object.entries(all).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
  return `/console/assess-many?${new URLSearchParams(given).toString()}`
}

type AssessManyView = Place & {
  editor: Editor
  words: LibraryWords
  proposals: readonly ProposedAssessment[]
  /** How many papers the page looked at. */
  looked: number
  next: number | null
  done: { assessed?: number | undefined; skipped?: number | undefined }
}

const scopeLabels: Record<UnassessedScope, string> = { public: 'public papers', queue: 'papers in review' }

const wireValue = (fields: ConfidentFields, name: keyof ConfidentFields): string => {
  const value = fields[name]
  if (value === undefined || value === null) return ''
  return String(typeof value === 'number' && name !== 'chapter' ? toUnit(value) : value)
}

const cell = ({ fields, confidences }: ProposedAssessment, name: keyof ConfidentFields): Html =>
  html`<td>${confidences[name] !== undefined && html`${wireValue(fields, name).replaceAll('_', ' ')} · ${confidences[name]} %`}</td>`

/** The box of a paper stands for exactly the values that stand next to it. */
const row = (proposal: ProposedAssessment, shown: readonly (keyof ConfidentFields)[]): Html => {
  const { id, title, version, fields } = proposal
  const values = shown.map((name) => [contractName(name), wireValue(fields, name)])
  const given = [['id', id], ['version', String(version)], ...values.filter(([, value]) => value !== '')]
  return html`<tr><td><input type="checkbox" id="box-${id}" name="paper" value="${new URLSearchParams(given).toString()}" checked aria-label="${id}" /></td>
      <td><a href="/console/papers/${id}/edit">${id}</a></td><td dir="auto"><label for="box-${id}">${withFormulas(title)}</label></td>${shown.map((name) => cell(proposal, name))}</tr>`
}

const doneText = ({ assessed, skipped = 0 }: AssessManyView['done']): string | null => {
  if (assessed === undefined) return null
  const others = skipped === 0 ? '' : ` ${groupedNumber(skipped)} had changed in the meantime and were left alone.`
  return `${pluralize(assessed, 'paper', 'papers')} assessed.${others}`
}

/** Where the work goes on: papers in review have to be accepted, too. */
const further = (scope: UnassessedScope): Html =>
  scope === 'public'
    ? html`<p>One by one: <a href="/console/papers?assessed=false">public papers that are not yet assessed</a>.</p>`
    : html`<p>In the queue: <a href="/console/queue?assessed=true">papers that are assessed</a>, to accept them; <a href="/console/queue?assessed=false">papers that are not yet assessed</a>, one by one.</p>`

/** Suggestions for papers that are not yet assessed, to be confirmed many at once. */
export const assessManyPage = ({ site }: { site: LiveSite }, view: AssessManyView): Html => {
  const { editor, words, scope, confidence, proposals, looked, next, done } = view
  const shown = confidentFieldNames.filter((name) => showsField(name, words))
  const listed = proposals.filter(({ confidences }) => shown.some((name) => confidences[name] !== undefined))
  return consolePage({
    title: 'Assess many',
    site,
    editor,
    activePath: '/console/papers',
    body: html`<h1>Assess many</h1>
      ${successNotice(doneText(done))}
      <form class="filters" method="get" action="/console/assess-many">
        <label>Among <select name="in">${Object.entries(scopeLabels).map(
          ([value, label]) => html`<option value="${value}"${value === scope && html` selected`}>${label}</option>`,
        )}</select></label>
        <label>From this confidence, in percent <input type="number" name="confidence" min="0" max="100" value="${confidence}" /></label>
        <button class="plain" type="submit">Show</button>
      </form>
      <p>Of the next ${pluralize(looked, 'paper', 'papers')} not yet assessed, ${listed.length} have a suggestion of that confidence for an empty field. Nothing is stored until you confirm it.</p>
      ${
        listed.length > 0 &&
        html`<form method="post" action="${assessManyUrl(view)}">
        ${scrollableTable(
          'Suggestions',
          ['Take', 'Id', 'Title', ...shown.map((name) => fieldName(name, words))],
          listed.map((proposal) => row(proposal, shown)),
        )}
        <p><button type="submit">Assess the ticked papers</button></p>
      </form>`
      }
      ${next !== null && html`<p><a href="${assessManyUrl({ ...view, after: next })}" rel="next">Next papers</a></p>`}
      ${further(scope)}`,
  })
}

import type { Editor } from '#core/access/editor.ts'
import { type Alert, type AlertGroup, changeSentence, isOfSearch } from '#core/evidence/alerts.ts'
import type { Failure } from '#core/failure.ts'
import { pluralize } from '#core/numbers.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { formError, successNotice, textArea } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/alerts'

/** A correction that was refused, as it was typed. */
export type RefusedCorrection = { id: number; typed: string; failure: Failure }

type AlertsView = {
  editor: Editor
  groups: readonly AlertGroup[]
  settled: readonly Alert[]
  saved: boolean
  refused: RefusedCorrection | null
}

/** Where a sentence stands, and where it is edited. */
const placeOf = ({ subject }: Alert): { name: string; page: string } => {
  const [kind, id = ''] = subject.split(':')
  if (kind === 'gap') return { name: `gap ${id}`, page: `/console/gaps/${id}` }
  if (kind === 'brief') return { name: `brief ${id}`, page: `/briefs/${id}` }
  return { name: `commentary of ${id}`, page: `/console/papers/${id}` }
}

const correction = ({ id }: Alert, refused: RefusedCorrection | null): Html => {
  const { typed, failure } = refused?.id === id ? refused : { typed: '', failure: null }
  return html`<details${failure !== null && html` open`}><summary>Correct it under the brief</summary>
      <form class="stack" method="post" action="${PATH}/${id}/correct">
        ${textArea({ name: 'text', id: `correction-${id}`, label: `What was wrong, and what is right (alert ${id})`, value: typed, rows: 4, isMarkdown: true, errors: failure?.details ?? [] })}
        <p class="acts"><button type="submit">Add the correction</button></p>
      </form></details>`
}

const isCorrectable = ({ subject }: Alert): boolean => subject.startsWith('brief:')

/** Why a correction was refused. Its text is shown here where the alert has no form any more, because somebody else settled it. */
const refusal = ({ refused, groups }: AlertsView): Html | false => {
  if (refused === null) return false
  const hasForm = groups.some(({ alerts }) => alerts.some((alert) => alert.id === refused.id && isCorrectable(alert)))
  return html`${formError(refused.failure.message)}
      ${!hasForm && refused.typed !== '' && html`<p>You wrote:</p><pre dir="auto">${refused.typed}</pre>`}`
}

const alertItem = (alert: Alert, refused: RefusedCorrection | null): Html => {
  const { id, sentence, mark } = alert
  const { name, page } = placeOf(alert)
  return html`<li id="alert-${id}"><blockquote dir="auto">${withFormulas(sentence)}</blockquote>
      <p class="quiet"><a href="${page}">${name}</a> · <code>${mark}</code> · ${dateTime(alert.openedAt)}</p>
      <p class="acts">${actionButton({ path: `${PATH}/${id}/confirm`, label: 'Still true', style: 'plain' })}
      ${isOfSearch(alert) && actionButton({ path: `${PATH}/${id}/mute`, label: 'Mute this search', style: 'plain' })}</p>
      ${isCorrectable(alert) && correction(alert, refused)}</li>`
}

const groupSection = ({ cause, paperId, alerts }: AlertGroup, refused: RefusedCorrection | null): Html => {
  const [first] = alerts
  return html`<section><h2>${first !== undefined && changeSentence(first)}</h2>
      ${paperId !== null && html`<p class="quiet"><a href="/console/papers/${paperId}">${paperId}</a> · ${cause} · ${pluralize(alerts.length, 'sentence', 'sentences')}</p>`}
      <ul>${alerts.map((alert) => alertItem(alert, refused))}</ul></section>`
}

const settledLine = (alert: Alert): Html | false =>
  alert.settled !== null &&
  html`<li>${dateTime(alert.settled.at)}: ${alert.settled.as}${alert.settled.revision !== null && `, revision ${alert.settled.revision}`} · <span dir="auto">${withFormulas(alert.sentence)}</span></li>`

/** Sentences to look at again, by what changed, gravest first. */
export const alertsPage = ({ site }: { site: LiveSite }, view: AlertsView): Html => {
  const { editor, groups, settled, saved, refused } = view
  return consolePage({
    title: 'Alerts',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Alerts</h1>
      ${successNotice(saved ? 'The alert is settled.' : null)}
      ${refusal(view)}
      <p>What these sentences rest on has changed. Edit the sentence, say that it is still true, or correct it under its brief.</p>
      ${groups.length === 0 ? html`<p>There are no open alerts.</p>` : groups.map((group) => groupSection(group, refused))}
      ${settled.length > 0 && html`<h2>Settled lately</h2><ul>${settled.map(settledLine)}</ul>`}`,
  })
}

import type { Editor } from '#core/access/editor.ts'
import { type Alert, type AlertGroup, changeSentence, isOfSearch } from '#core/evidence/alerts.ts'
import { pluralize } from '#core/numbers.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { successNotice, textArea } from '#http/console/pages/form.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { actionButton, dateTime } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

const PATH = '/console/alerts'

type AlertsView = {
  editor: Editor
  groups: readonly AlertGroup[]
  settled: readonly Alert[]
  saved: boolean
}

/** Where a sentence stands, and where it is edited. */
const placeOf = ({ subject }: Alert): { name: string; page: string } => {
  const [kind, id = ''] = subject.split(':')
  if (kind === 'gap') return { name: `gap ${id}`, page: `/console/gaps/${id}` }
  if (kind === 'brief') return { name: `brief ${id}`, page: `/briefs/${id}` }
  return { name: `commentary of ${id}`, page: `/console/papers/${id}` }
}

const correction = ({ id }: Alert): Html =>
  html`<details><summary>Correct it under the brief</summary>
      <form class="stack" method="post" action="${PATH}/${id}/correct">
        ${textArea({ name: 'text', id: `correction-${id}`, label: `What was wrong, and what is right (alert ${id})`, value: '', rows: 4, isMarkdown: true, errors: [] })}
        <p class="acts"><button type="submit">Add the correction</button></p>
      </form></details>`

const alertItem = (alert: Alert): Html => {
  const { id, subject, sentence, mark } = alert
  const { name, page } = placeOf(alert)
  return html`<li id="alert-${id}"><blockquote dir="auto">${withFormulas(sentence)}</blockquote>
      <p class="quiet"><a href="${page}">${name}</a> · <code>${mark}</code> · ${dateTime(alert.openedAt)}</p>
      <p class="acts">${actionButton({ path: `${PATH}/${id}/confirm`, label: 'Still true', style: 'plain' })}
      ${isOfSearch(alert) && actionButton({ path: `${PATH}/${id}/mute`, label: 'Mute this search', style: 'plain' })}</p>
      ${subject.startsWith('brief:') && correction(alert)}</li>`
}

const groupSection = ({ cause, paperId, alerts }: AlertGroup): Html => {
  const [first] = alerts
  return html`<section><h2>${first !== undefined && changeSentence(first)}</h2>
      ${paperId !== null && html`<p class="quiet"><a href="/console/papers/${paperId}">${paperId}</a> · ${cause} · ${pluralize(alerts.length, 'sentence', 'sentences')}</p>`}
      <ul>${alerts.map(alertItem)}</ul></section>`
}

const settledLine = (alert: Alert): Html | false =>
  alert.settled !== null &&
  html`<li>${dateTime(alert.settled.at)}: ${alert.settled.as}${alert.settled.revision !== null && `, revision ${alert.settled.revision}`} · <span dir="auto">${withFormulas(alert.sentence)}</span></li>`

/** Sentences to look at again, by what changed, gravest first. */
export const alertsPage = ({ site }: { site: LiveSite }, { editor, groups, settled, saved }: AlertsView): Html =>
  consolePage({
    title: 'Alerts',
    site,
    editor,
    activePath: PATH,
    body: html`<h1>Alerts</h1>
      ${successNotice(saved ? 'The alert is settled.' : null)}
      <p>What these sentences rest on has changed. Edit the sentence, say that it is still true, or correct it under its brief.</p>
      ${groups.length === 0 ? html`<p>There are no open alerts.</p>` : groups.map(groupSection)}
      ${settled.length > 0 && html`<h2>Settled lately</h2><ul>${settled.map(settledLine)}</ul>`}`,
  })

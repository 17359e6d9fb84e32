import type { Editor } from '#core/access/editor.ts'
import type { AuditFault, AuditFilter, AuditHead, AuditRecord } from '#core/audit.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { nextPageLink } from '#http/console/pages/parts.ts'
import type { LiveSite } from '#ports/site.ts'

type Site = { site: LiveSite }

const stateList = (json: string | null): Html | false =>
  json !== null &&
  html`<ul class="facts">${Object.entries(JSON.parse(json) as Record<string, unknown>).map(
    ([name, value]) =>
      html`<li><span class="quiet">${name}</span> ${typeof value !== 'string' ? JSON.stringify(value) : name === 'title' ? withFormulas(value) : value}</li>`,
  )}</ul>`

const row = (record: AuditRecord, nameOf: (actor: string) => string): Html =>
  html`<tr>
      <td data-label="Row">${record.seq}</td>
      <td data-label="When"><time datetime="${record.at}">${record.at.slice(0, 19).replace('T', ' ')}</time></td>
      <td data-label="Who">${nameOf(record.actor)}</td>
      <td data-label="Action">${record.act}</td>
      <td data-label="On">${record.subject}</td>
      <td data-label="Before">${stateList(record.before)}</td>
      <td data-label="After">${stateList(record.after)}</td>
    </tr>`

const filterFields = [
  { name: 'actor', label: 'Who', example: 'cli, key:…, editor:…' },
  { name: 'act', label: 'Action', example: 'paper.accept' },
  { name: 'subject', label: 'On', example: 'p12' },
] as const

const filterForm = (filter: AuditFilter): Html =>
  html`<form class="filters" method="get" action="/console/audit">
      ${filterFields.map(
        ({ name, label, example }) =>
          html`<label>${label} <input name="${name}" value="${filter[name]}" placeholder="${example}" /></label>`,
      )}
      <button type="submit">Show</button>
    </form>`

type AuditView = {
  editor: Editor
  filter: AuditFilter
  records: readonly AuditRecord[]
  next: number | null
  nameOf: (actor: string) => string
}

/** The audit log, newest first. Times are UTC. */
export const auditPage = ({ site }: Site, { editor, filter, records, next, nameOf }: AuditView): Html =>
  consolePage({
    title: 'Audit log',
    site,
    editor,
    activePath: '/console/audit',
    body: html`<h1>Audit log</h1>
      <p class="quiet">Every editorial action, newest first. Times are UTC. <a href="/console/audit/check">Check the whole log</a> for altered or removed rows.</p>
      ${filterForm(filter)}
      ${
        records.length === 0
          ? html`<p>No actions have been recorded.</p>`
          : html`<table class="stacked">
        <thead><tr><th>Row</th><th>When</th><th>Who</th><th>Action</th><th>On</th><th>Before</th><th>After</th></tr></thead>
        <tbody>${records.map((record) => row(record, nameOf))}</tbody>
      </table>`
      }
      ${next !== null && nextPageLink('/console/audit', { ...filter, before: next }, 'Older actions')}`,
  })

/** The result of checking the log. */
export const auditCheckPage = (
  { site }: Site,
  { editor, head, fault }: { editor: Editor; head: AuditHead; fault: AuditFault | null },
): Html =>
  consolePage({
    title: 'Audit log check',
    site,
    editor,
    activePath: '/console/audit',
    body: html`<h1>Audit log check</h1>
      ${
        fault === null
          ? html`<p class="done" role="status">All ${head.count} rows are unchanged.</p>
      <p>Save this line where the owner of the database cannot change it. <code>longview audit verify --noted</code> can later compare the log with it.</p>
      <pre>${head.count}:${head.hash}</pre>`
          : html`<p class="error" role="alert">${fault.message}</p>`
      }
      <p><a href="/console/audit">Back to the log</a></p>`,
  })

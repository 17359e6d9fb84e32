import type { Editor } from '#core/access/editor.ts'
import type { SavedView } from '#core/access/saved-view.ts'
import type { AuditFault, AuditFilter, AuditHead, AuditRecord } from '#core/audit.ts'
import { html, type Html } from '#html.ts'
import { type AuditNames, auditDifferences, auditLine } from '#http/console/audit/lines.ts'
import { consolePage } from '#http/console/pages/frame.ts'
import { listHead, listSection } from '#http/console/pages/list.ts'
import type { LiveSite } from '#ports/site.ts'

type Site = { site: LiveSite }

const row = (record: AuditRecord, names: AuditNames): Html =>
  html`<li><details>
      <summary>${auditLine(record, names)}</summary>
      <p class="quiet">Row ${record.seq}, ${record.at}: <code>${record.act}</code> on <code>${record.subject}</code> by <code>${record.actor}</code></p>
      ${auditDifferences(record)}
    </details></li>`

const filterFields = [
  { name: 'actor', label: 'Who', example: 'cli, key:…, editor:…' },
  { name: 'act', label: 'Action', example: 'paper.accept' },
  { name: 'subject', label: 'On', example: 'p12' },
] as const

type AuditView = {
  editor: Editor
  filter: AuditFilter
  records: readonly AuditRecord[]
  isFirst: boolean
  next: number | null
  names: AuditNames
  views: readonly SavedView[]
}

/** The audit log, newest first. Times are UTC. */
export const auditPage = ({ site }: Site, view: AuditView): Html => {
  const { editor, filter, records, isFirst, next, names, views } = view
  return consolePage({
    title: 'Audit log',
    site,
    editor,
    activePath: '/console/audit',
    head: listHead(),
    body: html`<h1>Audit log</h1>
      <p class="quiet">Every editorial action, newest first; a line opens to what it changed. Times are UTC. <a href="/console/audit/check">Check the whole log</a> for altered or removed rows.</p>
      ${listSection({
        name: 'audit',
        views,
        address: filter,
        label: 'Audit log',
        words: ['action', 'actions'],
        columns: [],
        rows: records,
        entries: (rows) => html`<ol class="audit">${rows.map((record) => row(record, names))}</ol>`,
        filters: filterFields.map((field) => ({ kind: 'text', ...field, value: filter[field.name] })),
        orders: [],
        isFirst,
        next: next === null ? null : ['before', String(next)],
        total: null,
        empty: 'No actions have been recorded.',
      })}`,
  })
}

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

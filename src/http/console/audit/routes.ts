import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse } from '#http/console/console-route.ts'
import { LIST_PAGE_SIZE } from '#http/console/pages/list.ts'
import { listViews } from '#http/console/views/list-views.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { verifyAudit } from '#queries/audit.ts'
import { findAuditNames } from './lines.ts'
import { auditCheckPage, auditPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const filterParameter = () =>
  z
    .string()
    .max(200)
    .optional()
    .transform((text) => (text === undefined || text.trim() === '' ? null : text.trim()))

/** `before` is the last row of the previous page. */
const auditQuery = z.strictObject({
  actor: filterParameter(),
  act: filterParameter(),
  subject: filterParameter(),
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/u, { error: 'must be the number of a row' })
    .transform(Number)
    .optional()
    .transform((row) => row ?? null),
})

export type AuditPorts = { store: Store; site: LiveSite }

const showLog =
  (ports: AuditPorts) =>
  async (context: Context): Promise<Reply> => {
    const { before, ...filter } = readQuery(context, auditQuery)
    const reader = ports.store.private
    const editor = getCurrentEditor(context)
    const { records, next } = await reader.audit.list(filter, before, LIST_PAGE_SIZE)
    const names = await findAuditNames(reader, records)
    const views = await listViews(reader, editor, 'audit')
    return page(200, auditPage(ports, { editor, filter, records, isFirst: before === null, next, names, views }))
  }

const checkLog =
  (ports: AuditPorts) =>
  async (context: Context): Promise<Reply> => {
    const result = await verifyAudit(ports.store.private.audit, null, () => setImmediate())
    return page(200, auditCheckPage(ports, { editor: getCurrentEditor(context), ...result }))
  }

const auditRoute = { ...editorRoute, method: 'get' } as const

export const auditRoutes = (ports: AuditPorts): Route[] => [
  {
    ...auditRoute,
    path: '/console/audit',
    summary: 'Every editorial action, newest first',
    query: auditQuery,
    responses: pageResponse,
    handle: showLog(ports),
  },
  {
    ...auditRoute,
    path: '/console/audit/check',
    summary: 'Checks the audit log for altered or removed rows',
    responses: pageResponse,
    handle: checkLog(ports),
  },
]

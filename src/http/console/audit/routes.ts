import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import { actorNames } from '#core/access/editor.ts'
import type { Store } from '#ports/store/store.ts'
import { verifyAudit } from '#queries/verify-audit.ts'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse } from '#http/console/console-route.ts'
import { auditQuery } from './input.ts'
import { auditCheckPage, auditPage } from './pages/audit.ts'

export type AuditPorts = { store: Store; houseName: string }

const PAGE_SIZE = 50

const showLog =
  (ports: AuditPorts) =>
  async (context: Context): Promise<Reply> => {
    const { before, ...filter } = readQuery(context, auditQuery)
    const { audit, editors } = ports.store.private
    const { records, next } = await audit.list(filter, before, PAGE_SIZE)
    const nameOf = actorNames(await editors.list())
    return page(200, auditPage(ports, { editor: getCurrentEditor(context), filter, records, next, nameOf }))
  }

const checkLog =
  (ports: AuditPorts) =>
  async (context: Context): Promise<Reply> => {
    const verdict = await verifyAudit(ports.store.private.audit, null, () => setImmediate())
    return page(200, auditCheckPage(ports, { editor: getCurrentEditor(context), ...verdict }))
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
    summary: 'Checks the audit log for altered and removed rows',
    responses: pageResponse,
    handle: checkLog(ports),
  },
]

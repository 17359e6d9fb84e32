import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { actorNames } from '#core/access/editor.ts'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse } from '#http/console/console-route.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { verifyAudit } from '#queries/audit.ts'
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

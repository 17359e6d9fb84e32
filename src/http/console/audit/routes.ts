import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import { actorNames } from '#actions/editors.ts'
import { verifyAudit } from '#actions/verify-audit.ts'
import type { Store } from '#ports/store/store.ts'
import { editorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { auditQuery } from './input.ts'
import { auditCheckPage, auditPage } from './pages/audit.ts'

export type AuditPorts = { store: Store; houseName: string }

const PAGE = 50

const showLog =
  (ports: AuditPorts) =>
  async (context: Context): Promise<Answer> => {
    const { before, ...filter } = readQuery(context, auditQuery)
    const { audit, editors } = ports.store.read
    const { records, next } = await audit.list(filter, before, PAGE)
    const nameOf = actorNames(await editors.list())
    return page(200, auditPage(ports, { editor: editorOf(context), filter, records, next, nameOf }))
  }

const checkLog =
  (ports: AuditPorts) =>
  async (context: Context): Promise<Answer> => {
    const verdict = await verifyAudit(ports.store.read.audit, null, () => setImmediate())
    return page(200, auditCheckPage(ports, { editor: editorOf(context), ...verdict }))
  }

const forEditors = { method: 'get', access: 'editor', caching: 'none', anyOrigin: false } as const
const answers = { 200: { description: 'The page.', type: HTML_TYPE } }

export const auditRoutes = (ports: AuditPorts): Route[] => [
  {
    ...forEditors,
    path: '/console/audit',
    summary: 'Every act of the house, newest first',
    query: auditQuery,
    answers,
    handle: showLog(ports),
  },
  {
    ...forEditors,
    path: '/console/audit/check',
    summary: 'Looks for altered and removed rows of the audit log',
    answers,
    handle: checkLog(ports),
  },
]

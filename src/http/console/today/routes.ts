import type { Context } from 'hono'
import { includesRole } from '#core/access/editor.ts'
import { backupFaults } from '#core/backups.ts'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { findAuditNames } from '#http/console/audit/lines.ts'
import { pageResponse, reviewerRoute } from '#http/console/console-route.ts'
import { TODAY_PATH } from '#http/console/pages/frame.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Backups } from '#ports/backups.ts'
import type { Dumps } from '#ports/dumps.ts'
import type { Clock } from '#ports/runtime.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { findToday } from '#queries/today.ts'
import { todayPage } from './pages.ts'

export type TodayPorts = {
  store: Store
  clock: Clock
  site: LiveSite
  dumps: Dumps | null
  backups: Pick<Backups, 'schedule' | 'canDrill'> | null
}

const show =
  (ports: TodayPorts) =>
  async (context: Context): Promise<Reply> => {
    const editor = getCurrentEditor(context)
    const now = ports.clock.now()
    const read = ports.store.private
    const today = await findToday(read, { editor, now })
    const isAdmin = includesRole(editor.role, 'admin')
    const dumpFailure = isAdmin ? ((await ports.dumps?.failure()) ?? null) : null
    const backups =
      isAdmin && ports.backups !== null ? backupFaults(await read.backups.state(), ports.backups, now) : []
    const names = await findAuditNames(read, today.done)
    return page(200, todayPage(ports, { editor, today, dumpFailure, backups, names, now }))
  }

export const todayRoutes = (ports: TodayPorts): Route[] => [
  {
    ...reviewerRoute,
    method: 'get',
    path: TODAY_PATH,
    summary: 'What waits, what failed, and what was done',
    responses: pageResponse,
    handle: show(ports),
  },
]

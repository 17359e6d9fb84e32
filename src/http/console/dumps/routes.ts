import type { Context } from 'hono'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { adminRoute, pageResponse } from '#http/console/console-route.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Dumps } from '#ports/dumps.ts'
import { DUMPS_PATH, dumpsStatePage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

export type DumpPorts = { dumps: Dumps | null; site: LiveSite }

const show =
  ({ dumps, site }: DumpPorts) =>
  async (context: Context): Promise<Reply> => {
    const state = dumps === null ? null : { made: await dumps.list(), failure: await dumps.failure() }
    return page(200, dumpsStatePage({ site, editor: getCurrentEditor(context), state }))
  }

export const dumpStateRoutes = (ports: DumpPorts): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: DUMPS_PATH,
    summary: 'The dumps, and why the last attempt failed',
    responses: pageResponse,
    handle: show(ports),
  },
]

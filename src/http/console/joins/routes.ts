import type { Context } from 'hono'
import { z } from 'zod'
import { separateRecord } from '#actions/joins.ts'
import type { RunAction } from '#actions/run-action.ts'
import { actorNames } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { retentionCutoff } from '#core/retention.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { JOINS_PATH, joinsPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const JOIN_ID = /^[1-9]\d{0,14}$/u

const joinId = z.string().regex(JOIN_ID, { error: 'must be the number of a joined record' }).transform(Number)

/** `before` is the last record of the previous page, `separated` the one that was just separated. */
const joinPageQuery = z.strictObject({ before: joinId.optional(), separated: joinId.optional() })

export type JoinPorts = { store: Store; run: RunAction; clock: Clock; site: LiveSite }

const PAGE_SIZE = 50

const show =
  (ports: JoinPorts) =>
  async (context: Context): Promise<Reply> => {
    const { before = null, separated = null } = readQuery(context, joinPageQuery)
    const { joins, editors } = ports.store.private
    const found = await joins.list(retentionCutoff('join', ports.clock.now()), before, PAGE_SIZE + 1)
    const view = {
      editor: getCurrentEditor(context),
      joins: found.slice(0, PAGE_SIZE),
      isFirst: before === null,
      isLast: found.length <= PAGE_SIZE,
      separated: separated === null ? null : await joins.find(separated),
      nameOf: actorNames(await editors.list()),
    }
    return page(200, joinsPage(ports, view))
  }

const separate =
  ({ run }: JoinPorts) =>
  async (context: Context): Promise<Reply> => {
    const given = context.req.param('id') ?? ''
    if (!JOIN_ID.test(given)) throw new Failure('not_found', 'There is no such joined record.')
    await run(separateRecord, { id: Number(given), actor: getCurrentActor(context) })
    return seeOther(`${JOINS_PATH}?separated=${given}`)
  }

export const joinRoutes = (ports: JoinPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: JOINS_PATH,
    summary: 'Records that were taken for papers that were there before, newest first',
    query: joinPageQuery,
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: `${JOINS_PATH}/:id/separate`,
    summary: 'Makes the record a paper of its own, which waits for review',
    responses: redirectResponse,
    handle: separate(ports),
  },
]

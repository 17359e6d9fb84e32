import type { Context } from 'hono'
import { z } from 'zod'
import { dismissCandidate, reopenCandidate } from '#actions/candidates.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { keepCheckedCandidate } from '#imports/import-batch.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { candidatePosition } from '#schemas/candidate-position.ts'
import { inboxPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const NUMBER = /^[1-9]\d{0,14}$/u

const candidateId = z.string().regex(NUMBER, { error: 'must be the number of a candidate' }).transform(Number)

const inboxQuery = z.strictObject({
  after: candidatePosition().optional(),
  dismissed: candidateId.optional(),
  kept: z
    .string()
    .regex(/^p\d{1,15}$/u)
    .optional(),
})

export type CandidatePorts = { store: Store; run: RunAction; clock: Clock; site: LiveSite }

const PAGE_SIZE = 10

const show =
  (ports: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const { after = null, dismissed = null, kept = null } = readQuery(context, inboxQuery)
    const { candidates } = ports.store.private
    const found = await candidates.listRanked(after, PAGE_SIZE + 1)
    const shown = found.slice(0, PAGE_SIZE)
    const view = {
      editor: getCurrentEditor(context),
      candidates: shown,
      origins: await candidates.listOrigins(shown.map(({ id }) => id)),
      open: await candidates.countOpen(),
      isLast: found.length <= PAGE_SIZE,
      isFirst: after === null,
      dismissed: dismissed === null ? null : await candidates.find(dismissed),
      kept,
    }
    return page(200, inboxPage(ports, view))
  }

const idOf = (context: Context): number => {
  const given = context.req.param('id') ?? ''
  if (!NUMBER.test(given)) throw new Failure('not_found', `There is no candidate ${given}.`)
  return Number(given)
}

const keep =
  (ports: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const paperId = await keepCheckedCandidate(ports, { id: idOf(context), actor: getCurrentActor(context) })
    return seeOther(`/console/candidates?kept=${paperId}`)
  }

const dismiss =
  ({ run }: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const id = idOf(context)
    await run(dismissCandidate, { id, actor: getCurrentActor(context) })
    return seeOther(`/console/candidates?dismissed=${id}`)
  }

const reopen =
  ({ run }: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    await run(reopenCandidate, { id: idOf(context), actor: getCurrentActor(context) })
    return seeOther('/console/candidates')
  }

export const candidateRoutes = (ports: CandidatePorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/candidates',
    summary: 'Candidates from the watched sources, best first',
    query: inboxQuery,
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/candidates/:id/keep',
    summary: 'Turns a candidate into a submission',
    responses: redirectResponse,
    handle: keep(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/candidates/:id/dismiss',
    summary: 'Dismisses a candidate for good',
    responses: redirectResponse,
    handle: dismiss(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/candidates/:id/reopen',
    summary: 'Undoes a dismissal',
    responses: redirectResponse,
    handle: reopen(ports),
  },
]

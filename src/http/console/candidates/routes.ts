import type { Context } from 'hono'
import { reopenCandidate } from '#actions/sources/reopen-candidate.ts'
import { dismissCandidate } from '#actions/sources/dismiss-candidate.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { keepCheckedCandidate } from '#imports/keep-checked-candidate.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { readQuery } from '#http/input/query.ts'
import { page, seeOther, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { inboxQuery } from './input.ts'
import { inboxPage } from './pages/inbox.ts'

export type CandidatePorts = { store: Store; run: RunAction; clock: Clock; houseName: string }

const PAGE_SIZE = 10

const show =
  (ports: CandidatePorts) =>
  async (context: Context): Promise<Reply> => {
    const { after = null, dismissed = null, kept = null } = readQuery(context, inboxQuery)
    const { candidates } = ports.store.private
    const found = await candidates.ranked(after, PAGE_SIZE + 1)
    const shown = found.slice(0, PAGE_SIZE)
    const view = {
      editor: getCurrentEditor(context),
      candidates: shown,
      origins: await candidates.origins(shown.map(({ id }) => id)),
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
  if (!/^[1-9]\d{0,14}$/u.test(given)) throw new Failure('not_found', `There is no candidate ${given}.`)
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
    summary: 'What sources brought, best first',
    query: inboxQuery,
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/candidates/:id/keep',
    summary: 'Makes a candidate a submission',
    responses: redirectResponse,
    handle: keep(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/candidates/:id/dismiss',
    summary: 'Puts a candidate away for good',
    responses: redirectResponse,
    handle: dismiss(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/candidates/:id/reopen',
    summary: 'Takes a dismissal back',
    responses: redirectResponse,
    handle: reopen(ports),
  },
]
